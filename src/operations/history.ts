import type { Past } from '../changes/entry.ts'
import { KEPT_DAYS } from '../changes/pruning.ts'
import { MOST_PAST } from '../changes/record.ts'
import type { Linked } from '../core/context.ts'
import { sayAbout } from '../core/explain/past-changes.ts'
import { type Operation, operation } from '../core/operation.ts'
import { filled } from '../core/raw.ts'
import { sayCount } from '../language/counts.ts'
import { sayMoment } from '../language/dates/moment.ts'
import { sayReference } from '../language/names.ts'
import { join, lines, type Mrkdwn, mention, mrkdwn } from '../message/mrkdwn.ts'
import { readPersonKey } from '../storage/links.ts'
import { planIfAny } from './fields/named.ts'
import { page } from './fields/plain.ts'
import { listReply, pageAt, sayPage, turnButtons } from './pages.ts'

/** The record of what was asked for, in the words with which the sentences of these operations begin. */
export function historyOf(recorded: readonly Operation[]): readonly Operation[] {
  const words = new Map<string, string | undefined>(recorded.map(({ id, sentences: [first] }) => [id, first]))
  const historyShow = operation({
    id: 'history.show',
    sentences: ['history', 'journal', 'show history', 'who paused', 'who resumed', 'who changed'],
    usage: '[plan]',
    summary: 'shows who asked for which changes, when, and what became of them',
    examples: ['history', 'history web-prod'],
    access: 'actor',
    effect: 'read',
    private: true,
    fields: { page, plan: planIfAny },
    async perform({ page, plan }, me) {
      // Whoever may not see the plans any more sees nothing of what was done with them.
      await me.plans()
      const asked = { organization: me.organization.id, person: me.person.key, plan }
      const count = await me.record.count(asked)
      const at = pageAt(Math.min(count, MOST_PAST), page)
      return { plan, more: count > MOST_PAST, page: { ...at, shown: await me.record.some(asked, at) } }
    },
    reply({ plan, more, page }, me) {
      const of = plan ? mrkdwn`to *${plan.name}*` : mrkdwn`in *${me.organization.name}*`
      if (page.total === 0)
        return {
          text: mrkdwn`Nobody has asked for a change ${of} here in the last ${KEPT_DAYS} days.`,
          to: 'me',
        }
      const count = `${more ? 'More than ' : ''}${sayCount(page.total, 'change')}`
      const title = mrkdwn`${count} ${of} asked for in the last ${KEPT_DAYS} days, done or not${sayPage(page)}, latest first.`
      const rows = page.shown.map(past => ({
        text: rowOf(past, words.get(past.operation) ?? past.operation, me),
      }))
      const raw = filled({ plan: plan && sayReference(plan) })
      return listReply(title, rows, ...turnButtons('history.show', page, raw))
    },
  })
  return [historyShow]
}

function rowOf(past: Past, what: string, { at, person: reader }: Linked) {
  const { id, person, detail, state, askedAt } = past
  const { owner } = readPersonKey(person)
  const whom = sayAbout(past, user => sayWho(`${owner}:${user}`, reader.key))
  const when = mrkdwn`${sayMoment(new Date(askedAt), at.zone ?? 'UTC')}`
  return lines(
    join([whom ? mrkdwn`*${what}: ${whom}*` : mrkdwn`*${what}*`, mrkdwn`${detail ?? ''}`], BETWEEN),
    join([mrkdwn`${STATES[state]}`, sayWho(person, reader.key), when, mrkdwn`${id}`], BETWEEN),
  )
}

const BETWEEN = '  ·  '

/** Slack shows a mention as whoever has the id where it is read: elsewhere that may be somebody else. */
export function sayWho(key: string, reader: string): Mrkdwn {
  const { owner, user } = readPersonKey(key)
  return owner === readPersonKey(reader).owner ? mention(user) : mrkdwn`somebody from another workspace`
}

const STATES: Record<Past['state'], string> = {
  asked: 'under way',
  sent: 'under way',
  done: 'done',
  partly: 'done in part',
  failed: 'not done',
  unknown: 'not known whether it was done',
}
