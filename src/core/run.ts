import type { Logger } from 'pino'
import { type createChanges, isOwn, type WrittenChange } from '../changes/change-log.ts'
import type { Entry, Saying } from '../changes/entry.ts'
import type { Admit, Admitted, Caller, Way } from './authenticate.ts'
import { Abandoned } from './errors.ts'
import { sayBefore } from './explain/past-changes.ts'
import type { Offered } from './field.ts'
import { asksSecrets, type Operation, withoutSecrets } from './operation.ts'
import type { Asking, Failed, Outcome } from './outcome.ts'
import {
  type Attempted,
  asking,
  createFunnel,
  type Plain,
  type Tell,
  type Turn,
  type TypedSentence,
  type When,
} from './pipeline.ts'
import type { Raw } from './raw.ts'
import type { Afresh } from './specification.ts'

/** What was typed into the select of an input, in a form that carries these words unseen. */
export type Offering = { operation: Operation; key: string; typed: string; unseen: Raw }

/** Who comes to change something, with the link that they come with. */
type Coming = { caller: Caller; tell: Tell; admission: Admitted }

const SILENT: Tell = () => {}

export type Run = ReturnType<typeof createRun>

/** The ways into the funnel, of which a change passes the journal. */
export function createRun(deps: {
  admit: Admit
  changes: ReturnType<typeof createChanges>
  log: Logger
  reference: () => string
  /** Does a part of long work in a time of its own. */
  afresh: Afresh
}) {
  const { log, reference, changes, afresh } = deps
  const { admit } = deps.admit
  const { attempt, shape, go } = createFunnel({ log, afresh })

  function turnOf(caller: Caller, way: Way, tell: Tell = SILENT): Turn & Coming {
    const admission = admit(caller, way)
    return { caller, tell, reference, admission, bind: admission.bind }
  }

  /** The words are bound by now, and stay so whatever organization the person uses meanwhile. */
  const pass = (
    asked: TypedSentence | Plain,
    { id, passage, end }: WrittenChange,
    { caller, tell, admission }: Coming,
  ): Promise<Outcome> =>
    end(() =>
      go(asked, {
        caller,
        tell,
        reference: () => id,
        admission: admission.passing(passage),
        bind: async (_, raw) => raw,
      }),
    )

  /** A change is written down before anything is done for it, and so is what becomes of it before that is told. */
  async function change(asked: TypedSentence | Plain, caller: Caller, tell: Tell): Promise<Outcome> {
    const { operation } = asked
    const { request, person } = caller
    if (!request || operation.effect === 'read')
      throw new TypeError(`${operation.id} was asked for by nobody`)
    const turn = turnOf(caller, 'asking', tell)
    const begun = await attempt(asked, turn, async () => {
      const raw = await turn.bind(operation.access, asked.raw)
      const isKept = 'sentence' in asked && !asksSecrets(operation)
      const sentence = isKept ? { rest: asked.rest, sentence: asked.sentence } : undefined
      return { raw, written: await changes.write({ operation, raw, sentence, person: person.key }, request) }
    })
    if ('kind' in begun) return begun
    const { written, raw } = begun
    if ('passage' in written) request.written?.(origin => changes.moves(written.id, origin))
    await request.taken?.('passage' in written ? operation.doing : undefined)
    if ('passage' in written) return pass({ ...asked, raw }, written, turn)
    const reply = sayBefore(written, operation, withoutSecrets(operation, raw), person.key)
    return { kind: 'elsewhere', reply, ...(written.isSame && { repeats: true }) }
  }

  const run = (asked: TypedSentence | Plain, caller: Caller, tell: Tell): Promise<Outcome> =>
    asked.operation.effect === 'read'
      ? go(asked, turnOf(caller, 'reading', tell))
      : change(asked, caller, tell)

  return {
    /** Does what a request needs besides its operation; an error becomes a reply, as with all else. */
    attempt: <T>(asked: Attempted, caller: Caller, work: () => Promise<T>): Promise<T | Failed> =>
      attempt(asked, { caller, reference }, work),

    /** Runs what a form or a button holds. */
    raw: (operation: Operation, raw: Raw, caller: Caller, tell: Tell = SILENT): Promise<Outcome> =>
      run({ operation, raw }, caller, tell),

    /** Runs a sentence. */
    sentence: (said: TypedSentence, caller: Caller, tell: Tell = SILENT): Promise<Outcome> =>
      run(said, caller, tell),

    /** Goes on with a change that another process has left behind, as if it were asked for then. */
    async resume(operation: Operation, entry: Entry, said: Saying, caller: Caller): Promise<Outcome> {
      const written = changes.goOn(operation, entry, said)
      const { raw, sentence, secrets } = said
      const typed = Object.fromEntries(secrets.map(key => [key, HIDDEN]))
      const asked = { operation, raw: { ...raw, ...typed }, ...sentence }
      const abandoned = (why: Abandoned['why']) =>
        written.end(() =>
          attempt(asked, { caller, reference: () => entry.id }, async () => {
            throw new Abandoned(why, { isSure: !isOwn(operation) })
          }),
        )
      if (secrets.length > 0 && entry.state !== 'sent') return abandoned('secrets are not kept')
      if (await changes.isOvertaken(operation, entry, caller.person.key))
        return abandoned('decided otherwise')
      return pass(asked, written, turnOf(caller, 'asking'))
    },

    /** A form for what is still missing, unless the person may not do this at all. Asks only for the link. */
    ask: (asked: Attempted, caller: Caller): Promise<Asking | Failed> =>
      attempt(asked, { caller, reference }, async () => {
        const { operation } = asked
        const raw = await admit(caller, 'asking').bind(operation.access, asked.raw)
        return asking(operation, withoutSecrets(operation, raw))
      }),

    shape: (operation: Operation, raw: Raw, caller: Caller, when?: When): Promise<Asking | Failed> =>
      shape(operation, raw, turnOf(caller, 'asking'), when),

    /** What selects offer for what is typed into them; what was asked of the service for one is known for the next. */
    offering(caller: Caller) {
      const admission = admit(caller, 'reading')
      return ({ operation, key, typed, unseen }: Offering): Promise<Offered | Failed> =>
        attempt({ operation, raw: {} }, { caller, reference }, () =>
          operation.options(key, typed, admission, unseen),
        )
    },
  }
}

/** Stands where a secret was, in what is only looked for. */
const HIDDEN = 'hidden'
