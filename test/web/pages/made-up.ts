import type { types } from '@slack/bolt'
import { onTestFinished } from 'vitest'
import { createChanges } from '../../../src/changes/change-log.ts'
import { createJournal } from '../../../src/changes/store.ts'
import { createAdmit } from '../../../src/core/authenticate.ts'
import type { Guest } from '../../../src/core/context.ts'
import { FieldIssue } from '../../../src/core/errors.ts'
import { type Field, type FormInput, type Issues, issue, ok, PRIVATELY } from '../../../src/core/field.ts'
import { hasForm, operation } from '../../../src/core/operation.ts'
import type { Raw } from '../../../src/core/raw.ts'
import { createRun } from '../../../src/core/run.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { text } from '../../../src/operations/fields/inputs.ts'
import { hidden } from '../../../src/operations/fields/plain.ts'
import { createClient } from '../../../src/service/client.ts'
import { createConversation } from '../../../src/slack/handlers/conversation.ts'
import type { Origin } from '../../../src/slack/origin.ts'
import { untouched } from '../../../src/slack/views/form.ts'
import { createForms } from '../../../src/slack/views/forms.ts'
import { openDatabase } from '../../../src/storage/database.ts'
import { createSealer } from '../../../src/storage/encryption.ts'
import { createLinks } from '../../../src/storage/links.ts'
import { createTickets } from '../../../src/storage/tickets.ts'
import { createInvite, createPrivatePage, PAGE_PATH } from '../../../src/web/pages/private-page.ts'
import { timed } from '../../../src/web/timed.ts'
import { linesOf } from '../../app/log-lines.ts'
import { started } from '../../slack/transport/started-receiver.ts'
import { UNWATCHED } from '../../unguarded.ts'

const secret = (key: string, label: string, when?: FormInput['when'], optional = false): FormInput => ({
  key,
  label,
  optional,
  ...(optional && { hint: 'Leave it empty to keep it.' }),
  control: { kind: 'secret', max: 100 },
  ...(when && { when }),
})

/** One that must be said. */
const needed = (input: FormInput, take?: (rest: string) => Raw): Field<string, Guest> => ({
  inputs: [input],
  parse: raw => {
    const words = raw[input.key]
    const asked = input.when?.(raw) ?? true
    return words || !asked ? ok(words ?? '') : issue(input.key, `${input.label} is missing.`)
  },
  ...(take && { take: (rest: string) => ({ raw: take(rest), rest: '' }) }),
})

/** One that may stay as it is, unless somebody wants to type another. */
const renewed = (input: FormInput): Field<string | undefined, Guest> => ({
  inputs: [input],
  parse: raw => {
    const lacks = raw[PRIVATELY] === 'yes' && input.when?.(raw) && !raw[input.key]
    return lacks ? issue(input.key, `${input.label} is missing.`) : ok(raw[input.key])
  },
})

const KINDS = [
  { text: 'Plain', value: 'a' },
  { text: 'With <tenant>', value: 'b' },
]

const here: Origin = { team: 'T1', user: 'U1', channel: 'C1', since: 0 }

/**
 * Made-up operations with secrets among other inputs, before a conversation and its page: which secrets they take
 * depends on the kind. `key.add` refuses the name `taken`; to `key.renew` all secrets may stay as they are.
 * Keeps all that is said, shown and done.
 */
export async function madeUp(id: 'key.add' | 'key.renew' = 'key.add') {
  const done: object[] = []
  const name = needed(text('name', 'Name', { max: 50 }), rest => ({ name: rest }))
  const kind = needed({
    key: 'kind',
    label: 'Kind',
    optional: false,
    reshapes: true,
    control: { kind: 'options', options: KINDS },
  })
  const isB = ({ kind }: Raw) => kind === 'b'
  const addKey = operation({
    id: 'key.add',
    sentences: ['key add'],
    summary: 'adds a key',
    examples: ['key add prod'],
    access: 'guest',
    effect: 'change',
    doing: 'changing',
    form: { title: 'Add a key', submit: 'Add key' },
    fields: {
      name,
      kind,
      tenant: needed(secret('tenant', 'Tenant', isB)),
      key: needed(secret('key', 'Key')),
    },
    async perform(input) {
      if (input.name === 'taken') throw new FieldIssue('name', 'Another key has this name.')
      done.push(input)
    },
    reply: () => ({ text: mrkdwn`It is added.`, to: 'me' }),
  })

  const renewKey = operation({
    id: 'key.renew',
    sentences: ['key renew'],
    summary: 'changes a key',
    examples: ['key renew prod'],
    access: 'guest',
    effect: 'change',
    doing: 'changing',
    form: { title: 'Change a key', submit: 'Change key' },
    fields: {
      name,
      kind,
      tenant: renewed(secret('tenant', 'Tenant', isB, true)),
      privately: hidden(PRIVATELY),
    },
    perform: async ({ name, kind, tenant }) => void done.push({ name, kind, ...(tenant && { tenant }) }),
    reply: () => ({ text: mrkdwn`It is changed.`, to: 'me' }),
  })
  const tried = id === 'key.add' ? addKey : renewKey
  if (!hasForm(tried)) throw new Error(`${id} has no form`)

  const clock = () => new Date(0)
  const { log, lines } = linesOf()
  const database = await openDatabase(':memory:')
  const sealer = createSealer([Buffer.alloc(32)])
  const service = createClient({ url: 'http://127.0.0.1:9', timeoutMs: 1 })
  onTestFinished(async () => {
    await Promise.all([service.close(), database.destroy()])
  })
  const links = createLinks({ database, sealer, clock })
  const journal = createJournal({ database, sealer, clock, owner: 'one' })
  const admit = createAdmit({ service, links, record: journal.record, clock, kinds: ['a', 'b', 'c'] })
  let made = 0
  let asked = 0
  const changes = createChanges({ journal, clock, log, reference: () => `entry-${++made}` })
  const run = timed(createRun({ ...UNWATCHED, admit, changes, log, reference: () => 'ref-1' }), {
    ...UNWATCHED,
    log,
  })
  const tickets = createTickets({ database, sealer, clock })
  const publicUrl = 'https://dayshift.test'
  const invite = createInvite({ issue: tickets.issue, publicUrl })
  const operations = [addKey, renewKey]
  const forms = createForms({ run, invite })
  const conversation = createConversation({ run, operations, forms })
  const caller = {
    person: { key: 'T1:U1' as const, user: 'U1' },
    workspace: { team: 'T1' },
    whereabouts: async () => ({ zone: 'UTC' }),
    inSlack: async () => ({}),
    get request() {
      return { key: `request ${++asked}`, team: 'T1', origin: () => '{}' }
    },
  }

  const said: Reply[] = []
  const say = async (reply: Reply) => said.push(reply) > 0
  const views: types.ModalView[] = []
  const told: Issues[] = []
  let isOpen = true
  const show = async (view: types.ModalView) => {
    if (isOpen) views.push(view)
    return isOpen
  }

  const place = { caller, origin: here, say, report: () => {} }
  const door = {
    ...place,
    repeats: true,
    isOverheard: false,
    open: async (view: types.ModalView) => ((await show(view)) ? show : undefined),
  }

  const page = createPrivatePage({
    publicUrl,
    tickets,
    operations,
    run,
    log,
    reach: async () => ({
      asking: request => ({ ...caller, request }),
      reader: async () => ({ name: 'Ana' }),
      say: (_, reply) => say(reply),
    }),
  })
  const { port } = await started({ routes: { [PAGE_PATH]: page } })

  return {
    done,
    said,
    views,
    told,
    lines,
    address: `http://127.0.0.1:${port}`,
    /** From now on nobody has a view open. */
    closes: () => {
      isOpen = false
    },
    types: (sentence: string) => conversation.sentence(door, sentence),
    opens: (raw: Raw) => conversation.open(door, tried, raw),
    submits: (raw: Raw) =>
      forms.submit(
        {
          ...place,
          over: untouched(tried, raw, here),
          close: async () => {},
          stay: show,
          waited: () => false,
          correct: async issues => {
            told.push(issues)
            return true
          },
        },
        tried,
        raw,
      ),
  }
}
