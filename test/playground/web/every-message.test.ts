import { describe, expect, it } from 'vitest'
import { type Block, optionsOf } from '../../../src/playground/block-schema.ts'
import { controlValue } from '../../../src/playground/controls.ts'
import { renderBlocks } from '../../../src/playground/web/block-html.ts'
import { createActor } from '../../actor.ts'
import { does, everyEndpoint } from '../../operations/every-endpoint.ts'
import { stories } from '../../stories.ts'

const story = stories()

const VOID = ['br', 'hr', 'img', 'input']

/** Tags that close no other than the last one that was opened, and those that nobody closed. */
const astray = (html: string): string[] => {
  const open: string[] = []
  const wrong: string[] = []
  for (const [tag, closes, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?: [^<>]*)?>/g)) {
    if (VOID.includes(name)) continue
    if (!closes) open.push(name)
    else if (open.pop() !== name) wrong.push(tag)
  }
  return [...wrong, ...open]
}

const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/** What every drawing must keep to, whatever the app has said. */
const expectSound = (html: string) => {
  const ids = valuesOf(html, 'id')
  const referred = ['for', 'aria-describedby', 'aria-controls'].flatMap(name => valuesOf(html, name))
  const inputs = [
    ...html
      .replace(/<label[^>]*><input.*?<\/label>|<label class="picker">.*?<\/label>/g, '')
      .matchAll(/<(?:input|textarea|select) [^>]*>/g),
  ].map(([tag]) => tag)
  const labelled = valuesOf(html, 'for')
  expect(astray(html)).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
  expect(referred.flatMap(value => value.split(' ')).filter(id => !ids.includes(id))).toEqual([])
  expect(
    inputs.filter(
      tag => !/ aria-label(ledby)?=/.test(tag) && !valuesOf(tag, 'id').some(id => labelled.includes(id)),
    ),
  ).toEqual([])
  expect(html).not.toMatch(/&lt;[@#!]|&lt;https?:|&amp;(lt|gt|amp);|@unknown|\[object|undefined/)
  expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/:[a-z]+_?[a-z_]+:/)
}

/** Everything that stands before Ana, as it is drawn: messages, her Home, and the form on top. */
const screen = () => {
  const { slack } = story()
  const ana = slack.person('Ana')
  const drawn = (at: string, blocks: Block[], errors: Record<string, string> = {}) =>
    String(
      renderBlocks(blocks, {
        at,
        me: ana.id,
        nameOf: id => slack.nameOf(id) ?? (id === 'U0BOT' ? 'Dayshift' : undefined),
        channelOf: id => (id === 'C1OPS' ? 'ops' : undefined),
        inputValue: ({ element, label }) => ana.values[label.text] ?? controlValue(element, undefined),
        choicesOf: control => optionsOf(control).map(({ text, value }) => ({ value, text: text.text })),
        hasFocus: () => false,
        errors,
      }),
    )
  return [
    ...[...ana.messages('ops'), ...ana.dm].map(({ channel, ts, blocks }) =>
      drawn(`message:${channel}:${ts}`, blocks),
    ),
    ...[ana.home, ana.view].flatMap(view =>
      view ? [drawn(`view:${view.id}`, view.blocks, ana.errors)] : [],
    ),
  ]
}

describe('what the bot says', () => {
  it.each(
    Object.entries(everyEndpoint).flatMap(([endpoint, { sentence, form }]) => [
      { endpoint, by: 'sentence', way: sentence },
      ...(form === 'nothing to ask' ? [] : [{ endpoint, by: 'form', way: form }]),
    ]),
  )('is drawn soundly on the way to $endpoint by $by', async ({ way }) => {
    const ana = createActor(story().slack, 'Ana')
    await ana.opensHome()
    for (const step of way) {
      await does(ana, step)
      for (const html of screen()) expectSound(html)
    }
    expect(screen().length).toBeGreaterThan(1)
  })

  it('shows what it says of a field at that field', async () => {
    const ana = createActor(story().slack, 'Ana')
    await ana.types('/pause')
    await ana.fills({ Plan: 'web-prod', From: 'the day of days' })
    await ana.submits()
    const [form = ''] = screen().slice(-1)
    expectSound(form)
    const [from, ...others] = Object.values(ana.told)
    expect(others).toEqual([])
    expect(valuesOf(form, 'aria-invalid')).toEqual(['true'])
    expect(form.replaceAll('&quot;', '"').replaceAll('&#39;', "'")).toContain(from ?? 'nothing is wrong')
  })
})
