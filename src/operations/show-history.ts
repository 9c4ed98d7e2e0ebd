import { isStep, STEPS, type Step } from '../core/approval.ts'
import { periodSchema, type Reference } from '../core/args.ts'
import { HISTORY_DAYS, HISTORY_LIMIT, type PastChange } from '../core/change.ts'
import { optional, page } from '../core/common-fields.ts'
import type { Member, Pause } from '../core/context.ts'
import { type Operation, operation, type ValueChange } from '../core/operation.ts'
import { formatActor, type PersonKey, personKeySchema } from '../core/person.ts'
import { formatCount, formatFirst } from '../language/wording.ts'
import { formatInstant, join, lines, type Mrkdwn, mrkdwn, SEPARATOR } from '../message/mrkdwn.ts'
import { formatShortPeriod } from './calendar-days.ts'
import { formatPage, listReply, locatePage, pageButtons } from './pages.ts'
import { planField } from './plans/plan-fields.ts'

export const historyShow = operation({
  id: 'history.show',
  private: true,
  command: {
    words: ['history', 'journal', 'show history', 'who resumed', 'who changed', 'what changed'],
    usage: '[plan]',
  },
  summary: 'shows who changed what, and when',
  examples: ['history', 'history web-prod'],
  fields: { page, plan: optional(planField) },
  async execute({ page: number, plan }, context) {
    // Throws if the person may no longer see the plans, and so their changes.
    await context.plans()
    const query = historyQuery(context, plan)
    const count = await context.history.count(query)
    const page = locatePage(Math.min(count, HISTORY_LIMIT), number)
    const changes = await context.history.page(query, page)
    return { plan, hasMore: count > HISTORY_LIMIT, page, changes }
  },
  present({ plan, hasMore, page, changes }, context) {
    const time = `in the last ${HISTORY_DAYS} days`
    const place = plan ? mrkdwn`to *${plan.name}*` : mrkdwn`in *${context.organization.name}*`
    if (page.total === 0) return { text: mrkdwn`No change ${place} was made here ${time}.`, to: 'me' }
    const count = `${hasMore ? 'More than ' : ''}${formatCount(page.total, 'change')}`
    const title = mrkdwn`${count} ${place} ${time}${formatPage(page)}.`
    const rows = changes.map(change => ({ text: formatPastChange(change, context, plan) }))
    return listReply(title, rows, ...pageButtons('history.show', page, plan && { plan }))
  },
})

export const historyQuery = ({ organization, person }: Member, plan?: Reference) => ({
  organization: organization.id,
  person: person.key,
  subject: plan && { kind: 'plan', id: plan.id },
})

/** Returns the latest changes of an entity, or of all, that took effect at least in part, newest first. */
export async function recentChanges(subject: Reference | undefined, context: Member) {
  const size = subject ? RECENT_LIMITS.ofOne : RECENT_LIMITS.ofAll
  const recent = await context.history.page(historyQuery(context, subject), { from: 0, size })
  return recent.filter(({ state }) => state === 'done' || state === 'partly')
}

/** How many of the latest changes are searched for authors. */
const RECENT_LIMITS = { ofOne: 20, ofAll: 200 }

export type Author = Pick<PastChange, 'actor' | 'acceptedAt'>

/** Finds the author of the latest matching change of an entity. */
const findAuthor = (
  { id }: Reference,
  changes: readonly PastChange[],
  matches: (change: ValueChange) => boolean,
): Author | undefined =>
  changes.find(({ subjects, detail }) => subjects.some(each => each.id === id) && detail.some(matches))

/** Finds who gave a pause its days. */
export const authorOf = (plan: Reference, { from, until }: Pause, changes: readonly PastChange[]) =>
  findAuthor(plan, changes, ({ field, after }) => {
    const days = field === 'period' ? periodSchema.safeParse(after).data : undefined
    return days?.from === from && days.until === until
  })

export const findTurnOffAuthor = (plan: Reference, changes: readonly PastChange[]) =>
  findAuthor(plan, changes, ({ field, plan: id = plan.id, after }) => {
    return field === 'state' && id === plan.id && after === 'inactive'
  })

/** `by @ana, Nov 18 at 10:00`, in each reader's time zone. */
export const formatAuthor = (author: Author | undefined, { person }: Pick<Member, 'person'>): Mrkdwn =>
  author
    ? mrkdwn`by ${formatActor(author.actor, person.key)}, ${formatInstant(new Date(author.acceptedAt))}`
    : mrkdwn`not made through Dayshift`

/** Formats a change. Different values name their plans, unless the history is of one `subject`. */
export function formatPastChange(
  change: PastChange,
  { person, operations }: Member,
  subject?: Reference,
): Mrkdwn {
  const { id, actor, subjects, state, acceptedAt } = change
  const operation = operations.get(change.operation)
  const detail = change.detail.filter(({ field }) => !isStep(field))
  const isCancelled = detail.length > 0 && detail.every(({ field }) => field === 'cancelled')
  const command = isCancelled ? 'cancel pause' : (operation?.command.words[0] ?? change.operation)
  const namesOf = (selected: typeof subjects) => {
    const all = selected.map(({ name }) => name)
    return formatFirst(all, MAX_SUBJECTS)
  }
  const names = namesOf(subjects)
  /** `Schedule: Mon–Fri 08:00–19:00 → Mon–Fri 09:00–17:00`; periods have no label. */
  const formatDetail = ({ field, before, after }: ValueChange): string => {
    const values = [before, after].map(value => formatValue(field, value, operation, acceptedAt))
    const isDays = field === 'period' || isCancelled
    const label = isDays ? '' : `${operation?.formatArg(field, after).label ?? field}: `
    return `${label}${values.filter(Boolean).join(' → ')}`
  }
  const visible = detail.filter(({ plan }) => !subject || !plan || plan === subject.id)
  const groups = [...Map.groupBy(visible, formatDetail)]
  const parts = groups.map(([text, changes]) => {
    const plans = namesOf(subjects.filter(({ id }) => changes.some(({ plan }) => plan === id)))
    return groups.length > 1 && plans && !subject ? mrkdwn`${plans} ${text}` : mrkdwn`${text}`
  })
  return lines(
    join([mrkdwn`*${command}${names && `: ${names}`}*`, join(parts, '; ')], SEPARATOR),
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

/** Returns the steps of an approval and who took them, without a request by the actor themselves. */
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
