import { afterEach, describe, expect, it } from 'vitest'
import { byLabel } from '../by-label.ts'
import { createStage, field, modal, type Reply, type Stage, words } from './stage.ts'

let stage: Stage
afterEach(() => stage.close())

const option = (text: string, value = text) => ({ text: words(text), value })
const text = { type: 'plain_text_input' }
const plan = field('Plan', { type: 'external_select', min_query_length: 0 })
const from = field('From', { ...text, initial_value: 'today' })
const reason = field('Reason (say why)', text, { block_id: 'reason', optional: true })

/** Opens a view for Ana; `answers` are the app's responses to what follows. */
const openView = async (view: object, ...answers: Reply[]) => {
  stage = await createStage(() => answers.shift() ?? {})
  answers.unshift({})
  await stage.ana.command('/pause')
  const trigger_id = stage.received.at(-1)?.body.trigger_id
  const { ok } = await stage.call('views.open', { trigger_id, view })
  if (!ok) expect.fail(JSON.stringify(stage.slack.refusals))
  return stage
}
const lastRequest = () => stage.received.at(-1)?.body

describe('filling a form', () => {
  it('requests options from the app, as Slack does', async () => {
    const offered = { json: { options: [option('web-dev', '1'), option('web-prod', '2')] } }
    const { ana, slack } = await openView(modal([plan, from], { private_metadata: 'origin' }), offered)
    await byLabel(slack, ana).fill({ Plan: 'web-p' })
    expect(lastRequest()).toMatchObject({
      type: 'block_suggestion',
      value: 'web-p',
      action_id: 'Plan',
      block_id: 'Plan',
      user: { id: 'U1ANA' },
      container: { type: 'view', view_id: ana.view?.id },
      view: { private_metadata: 'origin', state: { values: { From: { From: { value: 'today' } } } } },
    })
    expect(ana.values).toEqual({ Plan: 'web-prod', From: 'today' })
  })
})

describe('submitting', () => {
  it('sends the whole state with initial values, and closes the view', async () => {
    const { ana } = await openView(
      modal([from, reason], { callback_id: 'pause.add', private_metadata: 'origin' }),
    )
    const { id, hash } = ana.view ?? expect.fail()
    expect(await ana.submit()).toMatchObject({ sent: true, errors: {} })
    expect(lastRequest()).toMatchObject({
      type: 'view_submission',
      user: { id: 'U1ANA' },
      trigger_id: expect.any(String),
      view: {
        id,
        hash,
        callback_id: 'pause.add',
        private_metadata: 'origin',
        state: {
          values: { From: { From: { value: 'today' } }, reason: { 'Reason (say why)': { value: null } } },
        },
      },
    })
    expect(lastRequest()).not.toHaveProperty('channel')
    expect(ana.view).toBeUndefined()
  })

  it.each([
    ['an empty field', field('Name', text), {}, 'Please complete this required field.'],
    [
      'too many characters',
      field('Name', { ...text, max_length: 3 }),
      { Name: 'abcd' },
      'Enter no more than 3 characters.',
    ],
    [
      'a fraction',
      field('Name', { type: 'number_input', is_decimal_allowed: false }),
      { Name: '1.5' },
      'Enter a whole number.',
    ],
  ])('rejects %s', async (_, input, filled, error) => {
    const { ana, slack, received } = await openView(modal([input]))
    await byLabel(slack, ana).fill(filled)
    expect(await ana.submit()).toEqual({ sent: false, errors: { Name: error } })
    expect(ana.errors).toEqual({ Name: error })
    expect(received).toHaveLength(1)
  })
})
