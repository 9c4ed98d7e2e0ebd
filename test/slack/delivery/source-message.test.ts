import { describe, expect, it } from 'vitest'
import { actions, context, runButton, section } from '../../../src/message/blocks.ts'
import { mrkdwn } from '../../../src/message/mrkdwn.ts'
import { withoutPressed } from '../../../src/slack/delivery/source-message.ts'

describe('a message whose button was pressed', () => {
  const text = mrkdwn`<@U2> resumed *web-prod*.\nMore.`
  const outcome = context(mrkdwn`<@U2> resumed *web-prod*.`)
  const plan = { id: '1', name: 'web-prod' }
  const [row] = actions(
    runButton('Resume now', 'pause.remove', { plan }),
    runButton('Show plan', 'plan.show', { plan }),
  )
  const [resume, show] = row?.elements ?? []
  const value = resume && 'value' in resume ? resume.value : undefined
  const update = (message: unknown) => withoutPressed(message, { action_id: 'pause.remove:0', value }, text)
  const told = section(mrkdwn`…`)
  const last = context(mrkdwn`below`)

  it('keeps all else, and shows the outcome in the place of the button', () => {
    const other = { type: 'actions', elements: [show] }
    expect(update({ text: 'paused', blocks: [told, other, row, last] })).toEqual({
      text: 'paused',
      blocks: [told, other, { type: 'actions', elements: [show] }, outcome, last],
    })
    expect(update({ text: 'paused', blocks: [{ type: 'actions', elements: [resume] }] })).toEqual({
      text: 'paused',
      blocks: [outcome],
    })
  })

  it('goes back as it was sent, where Slack has escaped what it echoes', () => {
    const [other] = actions(runButton('Show R&D', 'plan.show', { plan }))
    const echoed = JSON.parse(JSON.stringify(other).replace('R&D', 'R&amp;D'))
    expect(update({ text: 'a list', blocks: [section(mrkdwn`*${'R&D'}*`), echoed] })).toEqual({
      text: 'a list',
      blocks: [section(mrkdwn`*${'R&D'}*`), other],
    })
  })

  it.each([undefined, null, {}, { text: '' }, { text: 7 }, { text: 'no blocks' }])(
    'is undefined where Slack does not tell what it held: %j',
    message => {
      expect(update(message)).toBeUndefined()
    },
  )
})
