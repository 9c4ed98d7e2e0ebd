import { describe, expect, it } from 'vitest'
import { createPeople } from '../../../src/slack/handlers/people.ts'
import { keyOf, type Origin } from '../../../src/slack/origin.ts'
import { linesOf } from '../../app/log-lines.ts'
import { clientBefore } from '../delivery/web-client.ts'

const START = Date.parse('2026-11-18T09:00:00Z')
const ana = { team: 'T1', user: 'U1' }

/** Creates people with the responses or error names that Slack returns per call, the last one repeatedly. */
function people(...profiles: (object | string)[]) {
  let minutes = 0
  const requests: unknown[] = []
  const { log, lines } = linesOf()
  const client = clientBefore(called => {
    requests.push(called)
    return profiles[Math.min(requests.length, profiles.length) - 1] ?? 'user_not_found'
  })
  const { profile, resolveOrigin, profileOf, withHandles } = createPeople({
    clock: () => new Date(START + minutes * 60_000),
    log,
  })
  return {
    requests,
    lines,
    localeOf: async (origin: typeof ana & { enterprise?: string } = ana) =>
      (await profile(client, origin)).locale,
    resolveOrigin: (origin: Origin) => resolveOrigin(client, origin),
    profileOf: (user: string) => profileOf(client, ana, user),
    withHandles: (text: string) => withHandles(client, ana, text),
    passes: (more: number) => {
      minutes += more
    },
  }
}

const profile = { email: 'ana@acme.test' }
const berlin = { user: { tz: 'Europe/Berlin', locale: 'de-DE', profile } }
const tokyo = { user: { tz: 'Asia/Tokyo', profile } }

describe("a person's time zone and language", () => {
  it('is requested from Slack at most once an hour', async () => {
    const { localeOf, requests, passes } = people(berlin, tokyo)
    expect(await localeOf()).toEqual({ zone: 'Europe/Berlin', locale: 'de-DE' })
    expect(requests).toEqual([{ method: 'users.info', user: 'U1', include_locale: 'true' }])
    passes(60)
    expect(await localeOf()).toEqual({ zone: 'Europe/Berlin', locale: 'de-DE' })
    expect(requests).toHaveLength(1)
    passes(0.001)
    expect(await localeOf()).toEqual({ zone: 'Asia/Tokyo', locale: undefined })
    expect(requests).toHaveLength(2)
  })

  it('stays at its last value while Slack fails, and is requested again after 30 seconds', async () => {
    const { localeOf, requests, passes } = people(berlin, 'fatal_error', tokyo)
    await localeOf()
    passes(60.001)
    expect(await localeOf()).toEqual({ zone: 'Europe/Berlin', locale: 'de-DE' })
    passes(0.49)
    expect(await localeOf()).toEqual({ zone: 'Europe/Berlin', locale: 'de-DE' })
    expect(requests).toHaveLength(2)
    passes(0.02)
    expect(await localeOf()).toMatchObject({ zone: 'Asia/Tokyo' })
    expect(requests).toHaveLength(3)
  })
})

describe('a person of another workspace', () => {
  const guest = { ...ana, team: 'T1', enterprise: 'E1', from: 'T2' }
  const of = (enterprise_id?: string) => ({ user: { tz: 'Asia/Tokyo', enterprise_user: { enterprise_id } } })

  it.each([
    ['of the same enterprise', of('E1'), { team: 'T1', enterprise: 'E1' }, 'E1:U1'],
    ['of another enterprise', of('E2'), { team: 'T1', enterprise: 'E1', from: 'E2' }, 'E2:U1'],
    ['of no enterprise', berlin, guest, 'T2:U1'],
    ['whose profile Slack cannot return', 'fatal_error', guest, 'T2:U1'],
  ])('%s gets the same key as at home', async (_, profile, expected, key) => {
    const { resolveOrigin, localeOf, requests } = people(profile)
    const home = await resolveOrigin(guest)
    expect(home).toEqual({ ...ana, ...expected })
    expect(keyOf(home)).toBe(key)
    await localeOf(home)
    expect(requests).toHaveLength(1)
  })

  it('keeps their key if Slack fails later', async () => {
    const { resolveOrigin, passes } = people(of('E1'), 'fatal_error')
    await resolveOrigin(guest)
    passes(60.001)
    expect(keyOf(await resolveOrigin(guest))).toBe('E1:U1')
  })
})

describe('the profile of another person', () => {
  const bo = { user: { profile: { email: 'bo@a.test' } } }

  it.each([
    [{ user: { profile: { email: '' } } }, { email: undefined }],
    ['fatal_error', { locale: { zone: undefined } }],
  ])('is requested again after 30 seconds if it has no e-mail: %j', async (first, expected) => {
    const { profileOf, requests, passes } = people(first, bo)
    expect(await profileOf('U2')).toMatchObject(expected)
    passes(0.49)
    expect(await profileOf('U2')).toMatchObject(expected)
    expect(requests).toHaveLength(1)
    passes(0.02)
    expect(await profileOf('U2')).toMatchObject({ email: 'bo@a.test' })
  })
})

describe('mentions of people', () => {
  const bo = { user: { name: 'bo' } }

  it('get handles from Slack, with one request per person', async () => {
    const { withHandles, requests } = people(bo)
    expect(await withHandles('<@U2>, ask <@U2> or <@U3|cleo>')).toBe('<@U2|bo>, ask <@U2|bo> or <@U3|cleo>')
    expect(requests).toEqual([{ method: 'users.info', user: 'U2', include_locale: 'true' }])
  })

  it.each(['user_not_found', {}, { user: {} }, { user: { name: null } }])(
    'stay unchanged if Slack returns no handle: %j',
    async answer => {
      expect(await people(answer).withHandles('ask <@U2>')).toBe('ask <@U2>')
    },
  )
})
