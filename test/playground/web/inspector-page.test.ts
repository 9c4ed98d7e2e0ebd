import { describe, expect, it } from 'vitest'
import type { Action, Exchange } from '../../../src/playground/inspector/inspector.ts'
import { renderInspector, renderRefusal } from '../../../src/playground/web/inspector-page.ts'

const ana = { id: 'U1ANA', name: 'Ana', zone: 'Europe/Berlin' }
const nameOf = (id: string) => (id === ana.id ? 'Ana' : undefined)

const failure = { error: 'invalid_blocks', messages: ['[ERROR] missing <field> [json-pointer:/blocks/0]'] }

const command: Exchange = {
  ...{ id: '1.1', to: 'bot', name: 'command', method: 'POST', path: '/slack/events' },
  asked: '{\n  "text": "<b>web</b>"\n}',
  answer: { status: 200, ms: 12, body: '' },
}
const call: Exchange = {
  ...{ id: '1.2', to: 'Slack', name: 'chat.postMessage', method: 'POST', path: '/api/chat.postMessage' },
  asked: '[]',
  answer: { status: 200, ms: 3, body: '{}', failure },
}
const list: Exchange = {
  ...{ id: '1.3', to: 'service', name: 'list_plans', method: 'GET', path: '/v1/plans?action=list_plans' },
  asked: '',
}
const action = (id: string, about: Partial<Action> = {}): Action => ({
  ...{ id, at: new Date('2026-11-18T09:00:00Z'), person: ana.id, title: '/plan' },
  ...{ exchanges: [command], ...about },
})

const render = (...actions: Action[]) => String(renderInspector(actions, ana, nameOf))

/** The text without markup, a line for each piece. */
const read = (html: string) =>
  html
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

describe('the inspector', () => {
  it('shows an action with its exchanges, on the reader’s clock', () => {
    expect(read(render(action('1', { exchanges: [command, call, list] })))).toEqual([
      ...['All 1', 'Only Ana’s', 'Only what went wrong: 1'],
      ...['All actions are shown.', 'Only what Ana did is shown.', 'Only what went wrong is shown.'],
      ...['10:00:00', 'Ana', '/plan', '1 to the bot, 1 to the service, 1 to Slack', '1 wrong'],
      ...['to the bot', 'command', '200, 12 ms', 'POST /slack/events'],
      ...['What was sent', 'Copy', '{', '&quot;text&quot;: &quot;&lt;b&gt;web&lt;/b&gt;&quot;', '}'],
      'What was answered: nothing',
      ...['to Slack', 'chat.postMessage', '200, 3 ms', 'invalid_blocks', 'POST /api/chat.postMessage'],
      ...['Slack refused it: invalid_blocks', '[ERROR] missing &lt;field&gt; [json-pointer:/blocks/0]'],
      ...['What was sent', 'Copy', '[]', 'What was answered', 'Copy', '{}'],
      ...['to the service', 'list_plans', 'under way …', 'GET /v1/plans?action=list_plans'],
      'What was sent: nothing',
    ])
  })
})

describe('the notice of a refusal', () => {
  const noticeOf = (...actions: Action[]) => read(String(renderRefusal(actions, ana)))

  it('tells what Slack refused in the person’s last action', () => {
    const notice = noticeOf(action('1', { exchanges: [command, call] }), action('2', { person: 'U2BO' }))
    expect(notice).toEqual([
      ...['Slack refused something of the bot’s', 'when Ana did this: /plan', 'chat.postMessage', ':'],
      ...['invalid_blocks', '[ERROR] missing &lt;field&gt; [json-pointer:/blocks/0]'],
      'Look at it in the inspector',
    ])
  })
})
