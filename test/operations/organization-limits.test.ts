import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddNames } from '../arbitraries.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory({ timeoutMs: 10_000 })

const COUNTS = [0, 1, 300]

type Holdings = { count: number; begin: string; word: string }

const holdings = (count: number): fc.Arbitrary<Holdings> =>
  fc.record({ count: fc.constant(count), begin: oddNames, word: oddNames })

/** Returns `count` names of at most 255 characters with the same prefix. */
const names = ({ count, begin }: Holdings): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? begin : `${begin.slice(0, 250)} ${at}`))

/** Lets Ana type a command, and checks that one thing is shown and that Slack accepts it. */
async function expectShown(verb: string) {
  const ana = story().person('Ana')
  const before = ana.reads().length
  await ana.types(`/${verb}`)
  expectAccepted()
  expect(ana.reads().length - before + (ana.form === undefined ? 0 : 1), verb).toBe(1)
  return ana
}

function expectAccepted() {
  expect(story().slack.refusals).toEqual([])
  expect(story().slack.requests.filter(({ error }) => error !== undefined)).toEqual([])
}

/** Submits the form, and checks that Slack accepts the result. */
async function submitForm() {
  const ana = story().person('Ana')
  await ana.submits()
  expectAccepted()
  expect([ana.formErrors, ana.form]).toEqual([{}, undefined])
}

/** Presses Remove below a list, and removes an entry if it can be selected by its name. */
async function removeEntry(label: string, name = '', rest: Record<string, string> = {}) {
  const ana = story().person('Ana')
  await ana.presses('Remove')
  expect(ana.form).toMatch(/^# Remove a /)
  const [option] = await ana.options(label, name)
  if (!option) return ana.closes()
  await ana.fills({ [label]: name, ...rest }).catch(() => undefined)
  if (ana.fields[label] === '') return ana.closes()
  await submitForm()
}

const check = (count: number, checkCurrent: (current: Holdings) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(holdings(count), async current => {
      story().slack.refusals.length = 0
      const ana = story().person('Ana')
      while (ana.form !== undefined) await ana.closes()
      const callsBefore = story().slack.calls.length
      await checkCurrent(current)
      // JSON.stringify escapes lone surrogates, and nothing else that people read, as `\ud…`.
      expect(JSON.stringify(story().slack.calls.slice(callsBefore))).not.toMatch(/\\ud[89a-f]/)
    }),
    { numRuns: count > 1 ? 3 : 6 },
  )

const pages = (count: number) => [1, 2, Math.ceil(count / 10) + 1]

describe.each(COUNTS)('Slack accepts everything shown about %i', count => {
  it('credentials with any names', () =>
    check(count, async current => {
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
      for (const page of pages(count)) await expectShown(`credential ${page}`)
      const ana = await expectShown('credential edit')
      expect(await ana.options('Credential', '')).not.toEqual([])
      await ana.closes()
      if (count === 0) return
      await expectShown('credential 1')
      await ana.presses('Edit')
      expect(ana.form).toContain('# Edit a credential')
      await ana.fills({ Comments: 'other' })
      await submitForm()
      await expectShown('credential 1')
      await removeEntry('Credential', names(current)[0])
    }))

  it('members with any e-mails, roles and states', () =>
    check(count, async current => {
      const users = names(current).map(email => ({
        email,
        role: current.word.slice(0, 20),
        state: current.word.slice(0, 20),
      }))
      story().wire.respondWith('users', { users, mfa: {} })
      story().wire.respondWith('update_user')
      story().wire.respondWith('remove_user')
      for (const page of pages(count)) await expectShown(`member ${page}`)
      const ana = await expectShown('member edit')
      expect(await ana.options('Person', '')).not.toEqual([])
      await ana.closes()
      if (count === 0) return
      await expectShown('member 1')
      await ana.presses('Edit')
      expect(ana.form).toContain('# Edit a member')
      expectAccepted()
      // A select holds 150 characters: for longer values the form asks for the person.
      if (current.begin.length > 130) return
      await ana.fills({ Role: 'viewer', State: 'inactive' })
      await submitForm()
      await expectShown('member 1')
      await removeEntry('Person', names(current)[0], { Reason: 'has left' })
    }))

  it('billing records with any content', () =>
    check(count, async current => {
      const record = { date: current.word, amount: current.word, [current.word]: current.begin.repeat(9) }
      story().wire.respondWith('list_billing', { history: Array.from({ length: count }, () => record) })
      const { word } = current
      story().wire.respondWith('getorganization', {
        response: {
          organization: { id: '1001', name: current.begin, owner: word, resources: count },
          subscription: { plan: word, quantity: count % 2 === 0 ? word : '25', payment_exp: word },
        },
      })
      for (const page of pages(count)) await expectShown(`billing history ${page}`)
      await expectShown('billing')
      const ana = await expectShown('billing cancel')
      expect(ana.form).toContain('# Cancel the subscription')
      await ana.closes()
    }))
})
