import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

describe('what comes from an older version', () => {
  const old = (action_id: string, value: string) => ({
    text: 'An older message',
    blocks: [
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Old' }, action_id, value }],
      },
    ],
  })
  const OLD =
    'This is from an older version of Dayshift and no longer does anything. `/dayshift help` shows what you can say.'

  it.each([
    ['plan.destroy:0', '{"how":"run","raw":{}}'],
    ['pause.remove:0', 'web-prod'],
    ['pause.remove:0', '{"how":"explode","raw":{"plan":"web-prod"}}'],
    ['pause.remove', '{"how":"run","raw":{"plan":["web-prod"]}}'],
    ['sentence.say:0', '{"plan":"web-prod"}'],
    ['toString', '{"how":"run","raw":{}}'],
    ['constructor:0', '{"how":"run","raw":{}}'],
  ])('the button %s with %s says so, privately, and does nothing', async (action_id, value) => {
    const ana = story().person('Ana')
    await story().posts(old(action_id, value))
    await ana.presses('Old')
    expect(ana.readsAlone()).toEqual([OLD])
    expect(story().wire.asked).toEqual([])
  })

  it.each([
    ['{"how":"run","args":{}}', /Choose|Say which plan/],
    ['{"how":"run","args":{"organizationId":"ORG","plans":[{"id":"77","name":"gone"}]}}', /gone/],
  ])('a button with %s is read, and changes nothing', async (value, answer) => {
    const ana = story().person('Ana')
    await story().posts(old('pause.remove:0', value.replace('ORG', (await story().acme()).id)))
    await ana.presses('Old')
    expect([...ana.readsAlone(), ana.form ?? ''].join('\n')).toMatch(answer)
    expect(story().wire.changes()).toEqual([])
  })

  const person = { team: { id: 'T0PLAY', domain: 'playground' }, user: { id: 'U1ANA', team_id: 'T0PLAY' } }
  const origin = { team: 'T0PLAY', user: 'U1ANA', since: 0 }
  const view = (callback_id: string, private_metadata: string, values: object = {}) => ({
    id: 'V1',
    type: 'modal',
    title: { type: 'plain_text', text: 'Old form' },
    blocks: [],
    callback_id,
    private_metadata,
    state: { values },
  })
  const today = JSON.stringify({ origin, data: { args: {} } })

  it.each([
    ['an operation that is gone', view('plan.destroy', today)],
    ['an operation that has no form', view('plan.list', today)],
    ['no callback', view('', today)],
    ['no metadata', view('pause.add', '')],
    ['broken metadata', view('pause.add', '{"origin":')],
    ['metadata of another kind', view('pause.add', '{"channel":"C1OPS"}')],
    ['values of another kind', view('pause.add', today, { plan: 'web-prod' })],
  ])('a form with %s says so in its place', async (_, sent) => {
    const payload = JSON.stringify({ type: 'view_submission', ...person, view: sent, trigger_id: '1.1' })
    const { status, said } = await story().sends({ payload })
    expect(status).toBe(200)
    expect(JSON.parse(said)).toMatchObject({
      response_action: 'update',
      view: { title: { text: 'Old form' } },
    })
    expect(said).toContain(OLD)
    expect(story().wire.asked).toEqual([])
  })

  it.each([
    [
      'an operation that is gone',
      view('plan.destroy', today),
      'This form is from an older version of Dayshift.',
    ],
    ['broken metadata', view('pause.add', '{'), 'This form is from an older version of Dayshift.'],
    ['a field that is gone', view('pause.add', today), 'web-prod'],
  ])('a select in a form with %s still shows an option', async (_, sent, option) => {
    const payload = JSON.stringify({
      type: 'block_suggestion',
      ...person,
      action_id: 'plan',
      block_id: 'plan',
      value: '',
      container: { type: 'view', view_id: 'V1' },
      view: sent,
    })
    const { status, said } = await story().sends({ payload })
    expect(status).toBe(200)
    expect(JSON.parse(said).options[0].text.text).toBe(option)
  })

  it('a form with fields that nobody knows is read without them', async () => {
    const values = {
      plan: { plan: { type: 'external_select', selected_option: { value: 'web-prod' } } },
      from: { from: { type: 'plain_text_input', value: 'tomorrow' } },
      colour: { colour: { type: 'plain_text_input', value: 'red' } },
      reason: { renamed: { type: 'plain_text_input', value: 'lost' } },
    }
    const payload = JSON.stringify({
      type: 'view_submission',
      ...person,
      view: view(
        'pause.add',
        JSON.stringify({ origin: { ...origin, channel: 'C1OPS' }, data: { args: {} } }),
        values,
      ),
      trigger_id: '1.1',
    })
    expect(await story().sends({ payload })).toEqual({ status: 200, said: '' })
    expect(await story().pauses('web-prod')).toEqual([['19/11/2026', '19/11/2026', '']])
  })
})
