import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddNames } from '../arbitraries.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory({ timeoutMs: 10_000 })

const COUNTS = [0, 1, 300]

type Held = { count: number; begin: string; word: string }

const holdings = (count: number): fc.Arbitrary<Held> =>
  fc.record({ count: fc.constant(count), begin: oddNames, word: oddNames })

/** So many names of 255 characters at most, which begin alike. */
const names = ({ count, begin }: Held): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? begin : `${begin.slice(0, 250)} ${at}`))

/** Ana types a sentence: something is shown, and Slack takes it. */
async function shows(verb: string) {
  const ana = story().person('Ana')
  const before = ana.reads().length
  await ana.types(`/${verb}`)
  expectTaken()
  expect(ana.reads().length - before + (ana.form === undefined ? 0 : 1), verb).toBe(1)
  return ana
}

function expectTaken() {
  expect(story().slack.refusals).toEqual([])
  expect(story().slack.requests.filter(({ error }) => error !== undefined)).toEqual([])
}

/** Ana submits the form, which then is done with: Slack takes what becomes of it. */
async function submits() {
  const ana = story().person('Ana')
  await ana.submits()
  expectTaken()
  expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
}

/** The button below a list asks which one: what can be found by its name is removed. */
async function removes(label: string, name = '', rest: Record<string, string> = {}) {
  const ana = story().person('Ana')
  await ana.presses('Remove')
  expect(ana.form).toMatch(/^# Remove a /)
  const [found] = await ana.options(label, name)
  if (!found) return ana.closes()
  await ana.fills({ [label]: name, ...rest }).catch(() => undefined)
  if (ana.fields[label] === '') return ana.closes()
  await submits()
}

const law = (count: number, holds: (current: Held) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(holdings(count), async current => {
      story().slack.refusals.length = 0
      const ana = story().person('Ana')
      while (ana.form !== undefined) await ana.closes()
      const callsBefore = story().slack.calls.length
      await holds(current)
      // JSON writes half a surrogate pair, and nothing else that people read, as `\ud…`.
      expect(JSON.stringify(story().slack.calls.slice(callsBefore))).not.toMatch(/\\ud[89a-f]/)
    }),
    { numRuns: count > 1 ? 3 : 6 },
  )

const pages = (count: number) => [1, 2, Math.ceil(count / 10) + 1]

describe.each(COUNTS)('Slack takes all that is shown of %i', count => {
  it('credentials, whatever they are called', () =>
    law(count, async current => {
      const credentials = names(current).map((name, at) => ({
        id: `${at}`,
        name,
        type: ['aws', 'azure', current.word][at % 3],
        comments: current.word.repeat(5),
        resources: at,
        last_time: current.word,
      }))
      story().wire.respondWith('list_credentials', { credentials })
      story().wire.respondWith('update_credential')
      story().wire.respondWith('remove_credential')
      for (const page of pages(count)) await shows(`credential ${page}`)
      const ana = await shows('credential edit')
      expect(await ana.options('Credential', '')).not.toEqual([])
      await ana.closes()
      if (count === 0) return
      await shows('credential 1')
      await ana.presses('Edit')
      expect(ana.form).toContain('# Edit a credential')
      await ana.fills({ Comments: 'other' })
      await submits()
      await shows('credential 1')
      await removes('Credential', names(current)[0])
    }))

  it('members, whatever their e-mails, roles and states', () =>
    law(count, async current => {
      const users = names(current).map(email => ({
        email,
        role: current.word.slice(0, 20),
        state: current.word.slice(0, 20),
      }))
      story().wire.respondWith('users', { users, mfa: {} })
      story().wire.respondWith('update_user')
      story().wire.respondWith('remove_user')
      for (const page of pages(count)) await shows(`member ${page}`)
      const ana = await shows('member edit')
      expect(await ana.options('Person', '')).not.toEqual([])
      await ana.closes()
      if (count === 0) return
      await shows('member 1')
      await ana.presses('Edit')
      expect(ana.form).toContain('# Edit a member')
      expectTaken()
      // A form's select holds 150 characters: whom it cannot name, it asks for again.
      if (current.begin.length > 130) return
      await ana.fills({ Role: 'viewer', State: 'inactive' })
      await submits()
      await shows('member 1')
      await removes('Person', names(current)[0], { Reason: 'has left' })
    }))

  it('billing records, whatever they hold', () =>
    law(count, async current => {
      const record = { date: current.word, amount: current.word, [current.word]: current.begin.repeat(9) }
      story().wire.respondWith('list_billing', { history: Array.from({ length: count }, () => record) })
      const { word } = current
      story().wire.respondWith('getorganization', {
        response: {
          organization: { id: '1001', name: current.begin, owner: word, resources: count },
          subscription: { plan: word, quantity: count % 2 === 0 ? word : '25', payment_exp: word },
        },
      })
      for (const page of pages(count)) await shows(`billing history ${page}`)
      await shows('billing')
      const ana = await shows('billing cancel')
      expect(ana.form).toContain('# Cancel subscription')
      await ana.closes()
    }))
})
