import { isStep, STEPS, type Step } from '../core/approval.ts'
import { periodSchema, type Reference } from '../core/args.ts'
import { HISTORY_DAYS, HISTORY_LIMIT, type PastChange } from '../core/change.ts'
import { page } from '../core/common-fields.ts'
import type { Member, Pause } from '../core/context.ts'
import { issue } from '../core/field.ts'
import { type Operation, operation, type ValueChange } from '../core/operation.ts'
import { formatActor, type PersonKey, personKeySchema } from '../core/person.ts'
import { instantOf } from '../language/dates/zone.ts'
import { formatCount, formatFirst } from '../language/wording.ts'
import { formatInstant, join, lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../message/mrkdwn.ts'
import { addDays, formatPeriod, formatShortPeriod, todayAt } from './calendar-days.ts'
import { formatPage, listReply, pageButtons, placePage } from './pages.ts'
import { optionalPeriod } from './pauses/period-field.ts'
import { optionalPlan } from './plans/plan-fields.ts'

/** A date without its year may be read as one to come. */
const pastPeriod: typeof optionalPeriod = {
  ...optionalPeriod,
  async read(values, me, facts) {
    const read = await optionalPeriod.read(values, me, facts)
    const days = read.kind === 'value' ? read.value : undefined
    if (!days || days.from <= todayAt(me.at)) return read
    return issue('from', `${formatPeriod(days)} is still to come: say the year as well, or “last week”.`)
  },
}

export const historyShow = operation({
  id: 'history.show',
  private: true,
  command: {
    words: ['history', 'journal', 'show history', 'who resumed', 'who changed'],
    usage: '[plan] [days]',
  },
  summary: 'shows who changed what, and when',
  examples: ['history', 'history web-prod', 'history yesterday'],
  fields: { page, plan: optionalPlan, period: pastPeriod },
  async execute({ page: number, plan, period }, context) {
    // A person who may no longer see the plans sees no changes of them.
    await context.plans()
    const { zone = 'UTC' } = context.at
    const beginningOf = (day: string) => instantOf(day, '00:00', zone).toISOString()
    const since = period && beginningOf(period.from)
    const before = period && beginningOf(addDays(period.until, 1))
    const query = { ...queryOf(context, plan), since, before }
    const count = await context.history.count(query)
    const page = placePage(Math.min(count, HISTORY_LIMIT), number)
    const changes = await context.history.page(query, page)
    return { plan, period, hasMore: count > HISTORY_LIMIT, page, changes }
  },
  present({ plan, period, hasMore, page, changes }, context) {
    const { organization } = context
    const when = period ? `on ${formatPeriod(period)}` : `in the last ${HISTORY_DAYS} days`
    const where = plan ? mrkdwn`to *${plan.name}*` : mrkdwn`in *${organization.name}*`
    if (page.total === 0) return { text: mrkdwn`No change ${where} was made here ${when}.`, to: 'me' }
    const count = `${hasMore ? 'More than ' : ''}${formatCount(page.total, 'change')}`
    const title = mrkdwn`${count} ${where} ${when}${formatPage(page)}.`
    const rows = changes.map(change => ({ text: formatPastChange(change, context, plan) }))
    const args = {
      ...(plan && { plan }),
      ...(period && { period }),
    }
    return listReply(title, rows, ...pageButtons('history.show', page, args))
  },
})

export const queryOf = ({ organization, person }: Member, plan?: Reference) => ({
  organization: organization.id,
  person: person.key,
  subject: plan && { kind: 'plan', id: plan.id },
})

/** The latest changes of a thing, or of all, that were made, at least in part, the last one first. */
export async function recentChanges(of: Reference | undefined, context: Member) {
  const size = of ? RECENT.ofOne : RECENT.ofAll
  const recent = await context.history.page(queryOf(context, of), { from: 0, size }).catch(() => [])
  return recent.filter(({ state }) => state === 'done' || state === 'partly')
}

/** In how many of the latest changes authors are looked for. */
const RECENT = { ofOne: 20, ofAll: 200 }

/** Who did something, and when. */
export type Author = Pick<PastChange, 'actor' | 'acceptedAt'>

/** Who made the last change of a thing that gave one of its values such a value. */
const changedBy = (
  { id }: Reference,
  changes: readonly PastChange[],
  isMade: (change: ValueChange) => boolean,
): Author | undefined =>
  changes.find(({ subjects, detail }) => subjects.some(each => each.id === id) && detail.some(isMade))

/** Who gave a pause of a plan its days. */
export const authorOf = (plan: Reference, { from, until }: Pause, changes: readonly PastChange[]) =>
  changedBy(plan, changes, ({ field, after }) => {
    const days = field === 'period' ? periodSchema.safeParse(after).data : undefined
    return days?.from === from && days.until === until
  })

export const turnedOffBy = (plan: Reference, changes: readonly PastChange[]) =>
  changedBy(plan, changes, ({ field, plan: id = plan.id, after }) => {
    return field === 'state' && id === plan.id && after === 'inactive'
  })

/** `by @ana, Nov 18 at 10:00`, on each reader's own clock. */
export const formatAuthor = (author: Author | undefined, { person }: Pick<Member, 'person'>): Mrkdwn =>
  author
    ? mrkdwn`by ${formatActor(author.actor, person.key)}, ${formatInstant(new Date(author.acceptedAt))}`
    : mrkdwn`not made through Dayshift`

/** Of a change of several plans with different values, each value names its plans; about one plan, only its own are told. */
export function formatPastChange(
  change: PastChange,
  { person, operations }: Member,
  about?: Reference,
): Mrkdwn {
  const { id, actor, subjects, state, acceptedAt } = change
  const operation = operations.get(change.operation)
  const detail = change.detail.filter(({ field }) => !isStep(field))
  const isCancelled = detail.length > 0 && detail.every(({ field }) => field === 'cancelled')
  const what = isCancelled ? 'cancel pause' : (operation?.command.words[0] ?? change.operation)
  const namesOf = (some: typeof subjects) => {
    const all = some.map(({ name }) => name)
    return formatFirst(all, MAX_SUBJECTS)
  }
  const names = namesOf(subjects)
  /** `Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00`; of days the days alone. */
  const formatDetail = ({ field, before, after }: ValueChange): string => {
    const values = [before, after].map(value => formatValue(field, value, operation, acceptedAt))
    const isDays = field === 'period' || isCancelled
    const label = isDays ? '' : `${operation?.formatArg(field, after).label ?? field}: `
    return `${label}${values.filter(Boolean).join(' → ')}`
  }
  const shown = detail.filter(({ plan }) => !about || !plan || plan === about.id)
  const byText = [...Map.groupBy(shown, formatDetail)]
  const parts = byText.map(([text, alike]) => {
    const plans = namesOf(subjects.filter(({ id }) => alike.some(({ plan }) => plan === id)))
    return byText.length > 1 && plans && !about ? mrkdwn`${plans} ${text}` : mrkdwn`${text}`
  })
  return lines(
    join([mrkdwn`*${what}${names && `: ${names}`}*`, join(parts, '; ')], SEPARATOR),
    join(
      [
        state === 'done' ? undefined : mrkdwn`${STATES[state]}`,
        formatActor(actor, person.key),
        ...new Map(stepsOf(change).map(step => [step.join(), step]))
          .values()
          .map(([step, by]) => mrkdwn`${STEPS[step]} ${formatActor(by, person.key)}`),
        formatInstant(new Date(acceptedAt)),
        state === 'unknown' ? mrkdwn`reference ${id}` : undefined,
      ],
      SEPARATOR,
    ),
  )
}

/** Who asked for approval, where another person did it in the end, and who decided. */
export const stepsOf = ({ actor, detail }: PastChange): [Step, PersonKey][] =>
  detail.flatMap(({ field, after }) => {
    const { data: by } = personKeySchema.safeParse(after)
    return isStep(field) && by && !(field === 'asked' && by === actor) ? [[field, by] as const] : []
  })

const MAX_SUBJECTS = 3

function formatValue(field: string, value: unknown, operation: Operation | undefined, acceptedAt: string) {
  if (value === undefined) return ''
  const days = periodSchema.safeParse(value).data
  if (days) return formatShortPeriod(days, acceptedAt)
  return operation?.formatArg(field, value).text || (typeof value === 'object' ? '' : String(value))
}

const STATES: Record<Exclude<PastChange['state'], 'done'>, string> = {
  accepted: 'under way',
  waiting: 'waits for approval',
  partly: 'done in part',
  failed: 'not done',
  unknown: 'not known whether it was done',
  declined: 'not done',
  expired: 'not approved in time',
}
