import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainForm } from '../../../src/core/field.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { questionOf, unknownReply } from '../../../src/slack/views/questions.ts'
import { longTexts, words } from '../../arbitraries.ts'
import { operationById } from '../../operation-by-id.ts'
import { renderReply } from '../../rendered-reply.ts'

/** Renders the recipient, text and buttons of a reply. */
function render(reply: Reply) {
  const { text: _, ...rendered } = renderReply(reply)
  return rendered
}

const pause = operationById('pause.add')
const some = fc.oneof(words(), longTexts(9000))

const choiceOf = (
  operation: typeof pause,
  args: object,
  choice: { question: string; options: { label: string; value: unknown }[] },
) =>
  render(
    questionOf({
      kind: 'choice',
      operation,
      args: { ...args },
      field: 'period',
      choice: { input: 'from', ...choice },
      values: {},
    }),
  )

describe('a choice', () => {
  it('has a button per option that keeps all other arguments, and one that opens the form', () => {
    const args = { plans: [{ id: '1', name: 'web' }], reason: 'test' }
    const options = [
      { label: '3 April', value: { from: '2027-04-03', until: '2027-04-03' } },
      { label: '4 March', value: { from: '2027-03-04', until: '2027-03-04' } },
    ]
    expect(choiceOf(pause, args, { question: 'Which day is 03/04?', options })).toEqual({
      to: 'me',
      printed: 'Which day is 03/04?\n[3 April] [4 March] [Something else]',
      buttons: [
        ...options.map(({ label, value }) => ({
          text: label,
          operation: 'pause.add',
          how: 'replace',
          args: { ...args, period: value },
        })),
        { text: 'Something else', operation: 'pause.add', how: 'form', args, values: {} },
      ],
    })
  })

  it('is valid in Slack with any text and number of options', () => {
    const options = fc.array(fc.record({ label: some, value: some }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(some, some, options, (reason, question, options) => {
        expect(choiceOf(pause, { reason }, { question, options }).buttons).toHaveLength(options.length + 1)
      }),
      { numRuns: 30 },
    )
  })
})

describe('missing or wrong values, if no form can be opened,', () => {
  const form = (values: Record<string, string>, issues: Record<string, string>, operation = pause) =>
    ({ kind: 'form', operation, ...plainForm(values, { args: {} }, issues) }) as const

  it('are explained with the usage and a button that opens the form with the values', () => {
    const values = { plan: 'web', from: 'whenever' }
    expect(render(questionOf(form(values, { from: 'I cannot read “whenever”.' })))).toEqual({
      to: 'me',
      printed: `I cannot read “whenever”.\nNothing was done. You can say: \`/pause ${pause.command.usage}\`\n[Open the form]`,
      buttons: [{ text: 'Open the form', operation: pause.id, how: 'form', args: {}, values }],
    })
    expect(render(questionOf(form({}, {}, operationById('pause.list')))).buttons).toEqual([])
  })

  it('are explained in a way that is valid in Slack for any text', () => {
    fc.assert(
      fc.property(some, fc.dictionary(some, some), (text, issues) => {
        expect(render(questionOf(form({ reason: text }, issues))).printed).toContain('[Open the form]')
      }),
      { numRuns: 30 },
    )
  })
})

describe('an unknown sentence', () => {
  it('gets a valid reply for any text', () => {
    fc.assert(
      fc.property(some, fc.array(some, { minLength: 1, maxLength: 3 }), (text, near) => {
        expect(render(unknownReply(text, near)).buttons).toHaveLength(near.length)
      }),
      { numRuns: 50 },
    )
  })
})
