import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oddNames } from '../arbitraries.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory({ timeoutMs: 10_000 })

/** Nobody types control characters into a form, nor nothing but space. */
const words = oddNames
  .map(name => name.toWellFormed().replace(/\p{Cc}/gu, '語'))
  .filter(name => /\S/.test(name))

type Held = { name: string; id: string; word: string; count: number; dependancy: boolean }

/** What a service holds: as many resources, whose words are all as long and as strange. */
const holdings = (count: number): fc.Arbitrary<Held> =>
  fc.record({ name: words, id: words, word: words, count: fc.constant(count), dependancy: fc.boolean() })

/** What takes the most room in Slack's metadata. */
const strangest = (count: number): Held => {
  const long = '\\'.repeat(255)
  return { name: long, id: long, word: long, count, dependancy: true }
}
const unprintable = (count: number): Held => ({ ...strangest(count), name: '\u0000'.repeat(60), id: 'i' })

function answers({ name, id, word, count, dependancy }: Held) {
  const resources = Array.from({ length: count }, (_, at) => ({
    resource_id: `${id.slice(0, 250)}${at}`.toWellFormed(),
    resource_name: `${name.slice(0, 250)}${at}`.toWellFormed(),
    instanceName: word,
    type: word,
    credential: '7',
    status: word,
    reason: word,
    region: word,
    resource_group: word,
  }))
  const credentials = [{ id: '7', name: word, type: 'aws' }]
  const plans = [{ id: '1', name: name.trim() || 'p', resources: count }]
  story().wire.respondWith('list_plans', { plans })
  story().wire.respondWith('list_credentials', { credentials })
  story().wire.respond('describe_plan', {
    status: 200,
    body: { status: 200, plan: { dependancy, resources } },
  })
  for (const change of ['update_resource_in_plan', 'add_resource_to_plan', 'delete_resource', 'update_order'])
    story().wire.respond(change, { status: 200 })
  return plans[0]?.name ?? ''
}

it.each([0, 60, 300])(
  'whatever the resources of a plan are called, %i of them are shown in messages and forms that Slack takes',
  async count => {
    await fc.assert(
      fc.asyncProperty(holdings(count), async current => {
        const plan = answers(current)
        const ana = story().person('Ana')
        if (ana.form !== undefined) await ana.closes()
        const opens = async (verb: string) => {
          await ana.types(`/dayshift resource ${verb}`)
          await ana.fills({ Plan: [...plan].slice(0, 20).join('') })
          expect(story().slack.refusals).toEqual([])
        }
        const lists = async () => {
          await opens('list')
          await ana.submits()
          expect(ana.form).toBeUndefined()
        }
        await lists()
        await opens('add')
        expect(ana.form).toContain('# Add a resource')
        await ana.closes()
        await opens('order')
        expect(ana.form).toContain('# Order resources')
        if (count > 1) {
          await ana.pressesInForm('Down')
          await ana.submits()
          expect(ana.form).toBeUndefined()
        } else await ana.closes()
        if (count === 0) return
        await lists()
        await ana.presses('Edit')
        expect(ana.form).toContain('# Edit a resource')
        expect(await ana.options('Resource id or name', '')).not.toEqual([])
        await ana.submits({ Status: 'other' })
        expect(ana.form).toBeUndefined()
        await lists()
        await ana.presses('Remove resource')
        expect(ana.form).toContain('# Remove a resource')
        const [offered] = await ana.options('Resource id or name', '')
        await ana.submits({ 'Resource id or name': [...(offered?.text.text ?? '')].slice(0, 20).join('') })
        expect(ana.form).toBeUndefined()
        const { name, id, word } = current
        const again = story().channel().at(-1)?.includes('[Add') === true
        // A button has room for 2000 characters.
        if (JSON.stringify([name, id, word, word, word, word, word]).length < 1500) expect(again).toBe(true)
        if (!again) return
        await ana.presses('Add')
        expect(ana.form).toContain('# Add a resource')
        await ana.closes()
        expect(story().slack.refusals).toEqual([])
      }),
      { numRuns: count > 1 ? 3 : 4, examples: [[strangest(count)], [unprintable(count)]] },
    )
  },
)
