import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oddNames } from '../arbitraries.ts'
import { sharedStory } from '../stories.ts'

const story = sharedStory({ timeoutMs: 10_000 })

/** Text that can be typed into a form: no control characters, and more than space. */
const words = oddNames
  .map(name => name.toWellFormed().replace(/\p{Cc}/gu, '語'))
  .filter(name => /\S/.test(name))

type Resources = { name: string; id: string; word: string; count: number; dependancy: boolean }

/** Generates `count` resources with strange texts of the same length. */
const anyResources = (count: number): fc.Arbitrary<Resources> =>
  fc.record({ name: words, id: words, word: words, count: fc.constant(count), dependancy: fc.boolean() })

/** The resources that need the most space in the metadata of a view. */
const longest = (count: number): Resources => {
  const long = '\\'.repeat(255)
  return { name: long, id: long, word: long, count, dependancy: true }
}
const unprintable = (count: number): Resources => ({ ...longest(count), name: '\u0000'.repeat(60), id: 'i' })

function setResponses({ name, id, word, count, dependancy }: Resources) {
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
  '%i resources with any texts are shown in messages and forms that Slack accepts',
  async count => {
    await fc.assert(
      fc.asyncProperty(anyResources(count), async current => {
        const plan = setResponses(current)
        const ana = story().person('Ana')
        if (ana.form !== undefined) await ana.closes()
        const openForm = async (verb: string) => {
          await ana.types(`/dayshift resource ${verb}`)
          await ana.fills({ Plan: [...plan].slice(0, 20).join('') })
          expect(story().slack.refusals).toEqual([])
        }
        const openList = async () => {
          await openForm('list')
          await ana.submits()
          expect(ana.form).toBeUndefined()
        }
        await openList()
        await openForm('add')
        expect(ana.form).toContain('# Add a resource')
        await ana.closes()
        await openForm('order')
        expect(ana.form).toContain('# Order resources')
        if (count > 1) {
          await ana.pressesInForm('Down')
          await ana.submits()
          expect(ana.form).toBeUndefined()
        } else await ana.closes()
        if (count === 0) return
        await openList()
        await ana.presses('Edit')
        expect(ana.form).toContain('# Edit a resource')
        expect(await ana.options('Resource id or name', '')).not.toEqual([])
        await ana.submits({ Status: 'other' })
        expect(ana.form).toBeUndefined()
        await openList()
        await ana.presses('Remove resource')
        expect(ana.form).toContain('# Remove a resource')
        const [option] = await ana.options('Resource id or name', '')
        await ana.submits({ 'Resource id or name': [...(option?.text.text ?? '')].slice(0, 20).join('') })
        expect(ana.form).toBeUndefined()
        const { name, id, word } = current
        const hasAdd = story().channel().at(-1)?.includes('[Add') === true
        // A button value holds 2000 characters.
        if (JSON.stringify([name, id, word, word, word, word, word]).length < 1500) expect(hasAdd).toBe(true)
        if (!hasAdd) return
        await ana.presses('Add')
        expect(ana.form).toContain('# Add a resource')
        await ana.closes()
        expect(story().slack.refusals).toEqual([])
      }),
      { numRuns: count > 1 ? 3 : 4, examples: [[longest(count)], [unprintable(count)]] },
    )
  },
)
