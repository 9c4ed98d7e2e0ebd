import { describe, expect, it } from 'vitest'
import { printById } from '../../../src/playground/inspector/describe.ts'
import type { Action, Exchange } from '../../../src/playground/inspector/inspector.ts'
import { renderInspector, renderRefusal } from '../../../src/playground/web/inspector.ts'

const ana = { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }
const nameOf = (id: string) => (id === ana.id ? 'Ana' : undefined)

const wrong = { error: 'invalid_blocks', messages: ['[ERROR] missing <field> [json-pointer:/blocks/0]'] }

const command: Exchange = {
  ...{ id: '1.1', to: 'bot', name: 'command', method: 'POST', path: '/slack/events' },
  asked: { text: '{\n  "text": "<b>web</b>"\n}', left: 0 },
  answer: { status: 200, ms: 12, body: { text: '', left: 0 } },
}
const call: Exchange = {
  ...{ id: '1.2', to: 'Slack', name: 'chat.postMessage', method: 'POST', path: '/api/chat.postMessage' },
  asked: { text: 'x'.repeat(9000), left: 5 },
  answer: { status: 200, ms: 3, body: { text: '{}', left: 0 }, failure: wrong },
}
const list: Exchange = {
  ...{ id: '1.3', to: 'service', name: 'list_plans', method: 'GET', path: '/v1/plans?action=list_plans' },
  asked: { text: '', left: 0 },
}
const action = (id: string, about: Partial<Action> = {}): Action => ({
  ...{ id, kind: 'command', at: new Date('2026-11-18T09:00:00Z'), person: ana.id, title: '/plan' },
  ...{ exchanges: [command], left: 0, ...about },
})

const drawn = (...actions: Action[]) => String(renderInspector(actions, ana, nameOf))

/** As somebody reads it: without markup, a line for each piece. */
const read = (html: string) =>
  html
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

describe('the inspector', () => {
  it('says what will stand there as long as there is nothing', () => {
    expect(read(drawn())).toEqual([expect.stringMatching(/^Nothing has been sent to the bot yet\. .*:/)])
  })

  it('shows an action with all that came of it, in words', () => {
    const words = read(drawn(action('1', { exchanges: [command, call, list] })))
    expect(words.filter(word => !/^\d\d:/.test(word) && !word.startsWith('xxx'))).toEqual([
      ...['All 1', 'Only Ana’s', 'Only what went wrong: 1'],
      ...['All actions are shown.', 'Only what Ana did is shown.', 'Only what went wrong is shown.'],
      ...['Ana', '/plan', '1 to the bot, 1 to the service, 1 to Slack', '1 wrong'],
      ...['to the bot', 'command', '200, 12 ms', 'POST /slack/events'],
      ...['What was sent', 'Copy', '{', '&quot;text&quot;: &quot;&lt;b&gt;web&lt;/b&gt;&quot;', '}'],
      ...['What was answered: nothing', 'As text'],
      ...['to Slack', 'chat.postMessage', '200, 3 ms', 'invalid_blocks', 'POST /api/chat.postMessage'],
      ...['Slack refused it: invalid_blocks', '[ERROR] missing &lt;field&gt; [json-pointer:/blocks/0]'],
      ...['What was sent', 'Copy', '… 1005 more characters', 'What was answered', 'Copy', '{}', 'As text'],
      ...['to the service', 'list_plans', 'under way …', 'GET /v1/plans?action=list_plans'],
      ...['What was sent: nothing', 'As text', 'As text'],
    ])
  })

  it('tells the time as messages do, on the clock of whoever looks', () => {
    expect(read(drawn(action('1')))).toContain('10:00:00')
  })

  it('stands with the newest first, each known by an id of its own', () => {
    const html = drawn(action('7'), action('8', { person: 'U2BO' }), action('9', { exchanges: [call] }))
    expect([...html.matchAll(/<li id="(action-\d)" class="([^"]*)"/g)].map(([, id, of]) => [id, of])).toEqual(
      [
        ['action-9', 'action own wrong'],
        ['action-8', 'action'],
        ['action-7', 'action own'],
      ],
    )
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toContain('inspected-9')
    expect(ids).toContain('exchange-1-2-asked')
  })

  it('holds no markup that the page forbids', () => {
    expect(drawn(action('1', { exchanges: [command, call, list] }))).not.toMatch(/ style=| on\w+=|<script/)
  })

  it('stays light however much there is: what is far back is to be had as text', () => {
    const long: Exchange = { ...call, asked: { text: 'y'.repeat(60_000), left: 0 } }
    const many = Array.from({ length: 100 }, (_, n) => action(String(n), { exchanges: [long, long] }))
    const html = drawn(...many)
    expect(html.length).toBeLessThan(350_000)
    expect(html).toContain(
      'This is too far back to be drawn. <a href="/inspector/0" target="_blank">As text</a>',
    )
    expect(printById(many, '0')).toContain('y'.repeat(60_000))
  })

  it('gives an action, or an exchange, as text', () => {
    const actions = [action('1', { exchanges: [command, call] })]
    expect(printById(actions, '1.1')).toBe(
      'to the bot: command\nPOST /slack/events\n{\n  "text": "<b>web</b>"\n}\n200 after 12 ms',
    )
    expect(printById(actions, '1')).toContain('2026-11-18T09:00:00.000Z U1ANA: /plan\n\nto the bot: command')
    expect(printById(actions, '1')).toContain(
      '… 5 more characters, which are not kept\n200 after 3 ms\ninvalid_blocks',
    )
    expect([printById(actions, '2'), printById(actions, '1.9')]).toEqual([undefined, undefined])
  })
})

describe('the notice of a refusal', () => {
  const noticed = (...actions: Action[]) => read(String(renderRefusal(actions, ana)))

  it('tells what Slack refused in what somebody did last', () => {
    expect(noticed(action('1', { exchanges: [command, call] }), action('2', { person: 'U2BO' }))).toEqual([
      ...['Slack refused something of the bot’s', 'when Ana did this: /plan'],
      ...[
        'chat.postMessage',
        ':',
        'invalid_blocks',
        '[ERROR] missing &lt;field&gt; [json-pointer:/blocks/0]',
      ],
      'Look at it in the inspector',
    ])
  })

  it('is gone with the next thing that they do, and says nothing of what the service refuses', () => {
    expect(noticed()).toEqual([])
    expect(noticed(action('1', { exchanges: [call] }), action('2'))).toEqual([])
    expect(noticed(action('1', { exchanges: [{ ...call, to: 'service' }] }))).toEqual([])
  })
})
