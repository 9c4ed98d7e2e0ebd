import type { types } from '@slack/bolt'
import { onTestFinished } from 'vitest'
import { createChangeStore } from '../../../src/changes/change-store.ts'
import { createChanges } from '../../../src/changes/changes.ts'
import { createHistory } from '../../../src/changes/history.ts'
import { createAuthenticate } from '../../../src/core/authenticate.ts'
import { optional, optionField, reshaping, textField } from '../../../src/core/common-fields.ts'
import type { Guest } from '../../../src/core/context.ts'
import { FieldIssue } from '../../../src/core/errors.ts'
import { type Field, type FormInput, type FormValues, issue, value } from '../../../src/core/field.ts'
import { plainForm } from '../../../src/core/form-state.ts'
import { hasForm, operation, type WithForm } from '../../../src/core/operation.ts'
import { createPipeline } from '../../../src/core/pipeline.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { modalView } from '../../../src/playground/block-schema.ts'
import { stateOf } from '../../../src/playground/controls.ts'
import { createClient } from '../../../src/service/client.ts'
import { createSourceMessages } from '../../../src/slack/delivery/source-message.ts'
import { createHomes } from '../../../src/slack/handlers/home-tab.ts'
import { createPeople } from '../../../src/slack/handlers/locales.ts'
import { createExchange, type HandlerParts } from '../../../src/slack/handlers/request-exchange.ts'
import { openFirst } from '../../../src/slack/handlers/respond.ts'
import { answerSentence } from '../../../src/slack/handlers/sentences.ts'
import { createSubmissions } from '../../../src/slack/handlers/submissions.ts'
import type { Origin } from '../../../src/slack/origin.ts'
import { createInvite, createPrivatePage, PAGE_PATH } from '../../../src/slack/private-page/private-page.ts'
import { createForms } from '../../../src/slack/views/open-forms.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createOpenings } from '../../../src/storage/home-openings.ts'
import { createLinks } from '../../../src/storage/links.ts'
import { createTickets } from '../../../src/storage/tickets.ts'
import { timed } from '../../../src/web/timed.ts'
import { linesOf } from '../../app/log-lines.ts'
import { UNWATCHED } from '../../unguarded.ts'
import { clientBefore } from '../delivery/web-client.ts'
import { started } from '../transport/started-receiver.ts'

/** A secret, asked for where `when` says so. */
function secret(key: string, label: string, when?: FormInput['when']): Field<string, Guest> {
  const { schema } = textField(key, label, { max: 100, optional: true })
  const input: FormInput = {
    key,
    label,
    optional: false,
    control: { kind: 'secret', max: 100 },
    ...(when && { when }),
  }
  return {
    schema,
    inputs: [input],
    read: (values, _, facts) => {
      const isAsked = when?.({ values, facts }) ?? true
      return values[key] || !isAsked ? value(values[key] ?? '') : issue(key, `${label} is missing.`)
    },
    format: () => ({}),
  }
}

const KINDS = ['a', 'b'] as const

const here: Origin = { team: 'T1', user: 'U1', channel: 'C1', since: 0 }

/**
 * Made-up operations with secrets among other inputs, with their forms and their page. The kind decides which secrets they
 * take; `key.add` refuses the name `taken`, and the secrets of `key.renew` may stay as they are. Records what is said,
 * shown and done.
 */
export async function madeUp(id: 'key.add' | 'key.renew' = 'key.add') {
  const done: object[] = []
  const name: Field<string, Guest> = {
    ...textField('name', 'Name', { max: 50 }),
    parseFrom: rest => ({ values: { name: rest }, rest: '' }),
  }
  const kind = reshaping(optionField('kind', 'Kind', KINDS))
  const isB: FormInput['when'] = ({ values }) => values.kind === 'b'
  const renewable = (field: Field<string, Guest>) => {
    const made = optional(field)
    const inputs = made.inputs.map(input => ({ ...input, hint: 'Leave it empty to keep it.' }))
    return { ...made, inputs }
  }
  const addKey = operation({
    id: 'key.add',
    effect: 'write',
    doing: 'changing',
    access: 'anyone',
    command: { words: ['key add'], usage: '<name>' },
    help: { summary: 'adds a key', examples: ['key add prod'] },
    form: { title: 'Add a key', submit: 'Add key' },
    fields: { name, kind, tenant: secret('tenant', 'Tenant', isB), key: secret('key', 'Key') },
    async execute(args) {
      if (args.name === 'taken') throw new FieldIssue('name', 'Another key has this name.')
      done.push(args)
    },
    present: () => ({ text: mrkdwn`It is added.`, to: 'me' }),
  })
  const renewKey = operation({
    id: 'key.renew',
    effect: 'write',
    doing: 'changing',
    access: 'anyone',
    command: { words: ['key renew'], usage: '<name>' },
    help: { summary: 'changes a key', examples: ['key renew prod'] },
    form: { title: 'Change a key', submit: 'Change key' },
    fields: { name, kind, tenant: renewable(secret('tenant', 'Tenant', isB)) },
    execute: async args => void done.push(args),
    present: () => ({ text: mrkdwn`It is changed.`, to: 'me' }),
  })
  const operations = [addKey, renewKey]
  const tried = id === 'key.add' ? addKey : renewKey
  if (!hasForm(tried)) throw new Error(`${id} has no form`)
  const form: WithForm = tried

  const clock = () => new Date(0)
  const { log, lines } = linesOf()
  const database = await openDatabase(':memory:')
  const sealer = createSealer([Buffer.alloc(32)])
  const service = createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 })
  onTestFinished(async () => {
    await Promise.all([service.close(), database.destroy()])
  })
  const links = createLinks({ database, sealer, clock })
  const store = createChangeStore({ database, sealer, clock, owner: 'one' })
  const history = createHistory(database)
  const authenticate = createAuthenticate({
    service,
    links,
    history,
    clock,
    kinds: ['a', 'b', 'c'],
    pauseMeans: '',
  })
  let made = 0
  const changes = createChanges({ store, clock, log, reference: () => `change-${++made}` })
  const pipeline = timed(
    createPipeline({ ...UNWATCHED, authenticate, changes, log, reference: () => 'ref-1' }),
    { ...UNWATCHED, log },
  )
  const tickets = createTickets({ database, sealer, clock })
  const publicUrl = 'https://dayshift.test'
  const forms = createForms({ pipeline, invite: createInvite({ issue: tickets.issue, publicUrl }) })

  const said: Reply[] = []
  const views: types.ModalView[] = []
  const told: object[] = []
  let isOpen = true
  const client = clientBefore(({ method, view }) => {
    if (method === 'users.info') return { user: {} }
    if (!isOpen) return 'not_found'
    views.push(JSON.parse(String(view)))
    return { view: { id: 'V1' } }
  })
  const deliver: HandlerParts['deliver'] = {
    reply: async (_, __, reply) => (said.push(reply) > 0 ? 'delivered' : 'not yet'),
    replace: async () => {},
    remove: async () => {},
  }
  const openings = createOpenings({ database, clock })
  const parts: HandlerParts = {
    ...{ pipeline, forms, deliver, clock, log, ackWithinMs: 2000 },
    catalog: operations,
    operations: new Map(operations.map(each => [each.id, each])),
    sourceMessages: createSourceMessages({ deliver, log, isChange: () => true }),
    homes: createHomes({ pipeline, home: undefined, openings, clientAt: async () => client, log }),
    people: createPeople({ clock, log }),
  }
  const requestOf = (body: object) => ({
    body: { ...body },
    client,
    context: { isEnterpriseInstall: false },
    isRecorded: false,
    async ack(content?: object) {
      if (!isOpen) throw new Error('The form is closed')
      const { view, errors }: { view?: types.ModalView; errors?: object } = content ?? {}
      if (view) views.push(view)
      if (errors) told.push(errors)
    },
  })
  let asked = 0
  const exchange = () =>
    createExchange(parts, requestOf({}), {
      origin: here,
      trigger: 'T',
      incoming: { key: `request ${++asked}` },
    })

  const page = createPrivatePage({
    ...{ publicUrl, tickets, operations, pipeline, log },
    reach: async () => ({
      callerOf: incoming => ({ ...exchange().caller, incoming }),
      reader: async () => ({ name: 'Ana' }),
      tell: async (_, { reply }) => void said.push(reply),
    }),
  })
  const { port } = await started({ routes: { [PAGE_PATH]: page } })

  /** The form with these values, as Slack submits it. */
  function submitted(values: FormValues) {
    const view = modalView.parse(forms.build(form, plainForm(values, { args: {} }), here))
    const state = view.blocks.flatMap(block =>
      block.type === 'input'
        ? [[block.block_id, { [block.element.action_id]: stateOf(block.element, undefined) }] as const]
        : [],
    )
    return {
      type: 'view_submission',
      ...{ team: { id: 'T1' }, user: { id: 'U1', team_id: 'T1' } },
      view: { ...view, id: 'V1', state: { values: Object.fromEntries(state) } },
    }
  }

  return {
    done,
    said,
    views,
    told,
    lines,
    address: `http://127.0.0.1:${port}`,
    /** From now on no view is open. */
    closes: () => {
      isOpen = false
    },
    types: (sentence: string) => answerSentence(parts, exchange(), sentence),
    opens: (args: object) => openFirst(parts, exchange(), { operation: tried, args: { ...args } }),
    submits: (values: FormValues) => createSubmissions(parts)(requestOf(submitted(values))),
  }
}
