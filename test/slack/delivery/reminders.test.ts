import { pino } from 'pino'
import { expect, it } from 'vitest'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { createAnnouncements } from '../../../src/slack/delivery/announcements.ts'

it('schedules separate reminders for pauses with equal ids in different organizations', async () => {
  const keys = new Set<string>()
  const { scheduleReminders } = createAnnouncements({
    store: {
      schedule: async ({ key }) => void keys.add(key),
      announcements: async () => [],
      updateAnnouncement: async () => true,
      channelOf: async () => undefined,
    },
    clientFor: async () => undefined,
    subscriptions: { lead: async () => undefined },
    clock: () => new Date('2026-11-18T09:00:00Z'),
    log: pino({ enabled: false }),
  })
  const days = { from: '2026-11-19', until: '2026-11-20', endsAt: '2026-11-20T23:00:00Z' }
  const pause = { plan: '1', name: 'web-prod', clock: 'Europe/Berlin', ...days }
  const origin = { team: 'T1', user: 'U1', channel: 'C1' }
  for (const organization of ['1', '2'])
    await scheduleReminders(
      { text: mrkdwn`Paused.`, to: 'channel', announces: [{ organization, ...pause }] },
      origin,
    )
  expect(keys.size).toBe(2)
})
