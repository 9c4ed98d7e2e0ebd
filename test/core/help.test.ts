import { describe, expect, it } from 'vitest'
import { help } from '../../src/core/help.ts'
import { parseCommand } from '../../src/language/commands.ts'
import type { Button } from '../../src/message/blocks.ts'
import { operations } from '../../src/operations/catalog.ts'
import { messageBlocks } from '../../src/playground/block-schema.ts'
import { printMessage } from '../../src/playground/local/terminal.ts'
import { messageOf } from '../../src/slack/delivery/deliver.ts'

/** Renders help on a topic as a person reads it. @throws if Slack would refuse it */
function read(topic: string): string {
  const reply = help(topic, operations)
  expect(reply.to).toBe('me')
  const { text, blocks } = messageOf(reply)
  return printMessage({ text, blocks: messageBlocks.parse(blocks) })
}

/** Returns the buttons of help on a topic. */
const buttonsOf = (topic: string): Button[] =>
  (help(topic, operations).blocks ?? []).flatMap(block =>
    block.type === 'actions' ? block.elements.flatMap(each => ('operation' in each ? [each] : [])) : [],
  )

function helpFor(sentence: string): string {
  const text = parseCommand(sentence, operations)
  if (text.kind !== 'help') throw new Error(`${sentence} asks for no help`)
  return read(text.topic)
}

const visible = operations.filter(({ isHidden }) => !isHidden)

describe('help', () => {
  it('starts with the basic commands on one screen of a phone', () => {
    const [text = '', buttons] = read('').split('\n[')
    expect(text.split('\n').length).toBeLessThanOrEqual(8)
    for (const needed of ['/plan', '/pause <plans>', '/resume', '/pause list', '/dayshift link'])
      expect(text).toContain(`• \`${needed}`)
    expect(buttons).toMatch(/^plan\] \[pause\] /)
  })

  it('links to help on every operation, and back', () => {
    const read = (topic: string) => buttonsOf(topic).map(({ args }) => helpFor(String(args.sentence)))
    const reached = read('')
    for (const { summary } of visible)
      expect(
        reached.some(helpText => helpText.includes(summary)),
        summary,
      ).toBe(true)
    expect(read('pause')).toEqual([helpFor('help')])
  })

  it('exists for every command and every topic of its buttons', () => {
    const buttons = buttonsOf('').map(({ text }) => text)
    const topics = [...buttons, ...visible.flatMap(({ command }) => command.words)]
    const unknown = topics.filter(topic => helpFor(`help ${topic}`).includes('There is no help'))
    expect(unknown).toEqual([])
  })

  it.each([
    ['help pause web-prod tomorrow', '/pause <plans>'],
    ['help credential remove', '/dayshift credential remove'],
    ['help plan protect', '/dayshift protect <plan>'],
  ])('is found by the first words of a sentence: %s', (sentence, usage) => {
    expect(helpFor(sentence)).toContain(`*${usage}`)
  })

  it('on an unknown topic says so and shows the start', () => {
    expect(read('<!here>')).toBe(`There is no help on “<!here>”.\n${read('')}`)
    expect(messageOf(help('<!here>', operations)).text).toContain('&lt;!here&gt;')
  })
})
