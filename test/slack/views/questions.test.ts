import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SENTENCE } from '../../../src/message/blocks.ts'
import type { Reply } from '../../../src/message/reply.ts'
import { choiceReply, issuesReply, unknownReply } from '../../../src/slack/views/questions.ts'
import { manyWords, words } from '../../arbitraries.ts'
import { known } from '../../known-operation.ts'
import { takenReply } from '../../taken-reply.ts'

/** A reply as Slack takes it: to whom, what it says, and what each of its buttons does. */
function asked(reply: Reply) {
  const { text: _, ...taken } = takenReply(reply)
  return taken
}

const pause = known('pause.add')
const some = fc.oneof(words(), manyWords(9000))
const raw = fc.dictionary(fc.constantFrom('plan', 'from', 'until', 'reason'), some)

describe('a question with several answers', () => {
  it('has a button for each, which keeps all else that was said, and a way to say something else', () => {
    const said = { plan: '#1 web', from: '03/04', reason: 'test' }
    const options = [
      { label: '3 April', raw: { from: '3 Apr 2027', until: '3 Apr 2027' } },
      { label: '4 March', raw: { from: '4 Mar 2027', until: '4 Mar 2027' } },
    ]
    expect(asked(choiceReply(pause, said, { key: 'from', why: 'Which day is 03/04?', options }))).toEqual({
      to: 'me',
      said: 'Which day is 03/04?\n[3 April] [4 March] [Something else]',
      buttons: [
        ...options.map(({ label, raw }) => ({
          text: label,
          operation: 'pause.add',
          how: 'turn',
          raw: { ...said, ...raw },
        })),
        { text: 'Something else', operation: 'pause.add', how: 'form', raw: said },
      ],
    })
  })

  it('is taken by Slack whatever was said, however many answers there are', () => {
    const options = fc.array(fc.record({ label: some, raw }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(raw, some, options, (raw, why, options) => {
        const { buttons } = asked(choiceReply(pause, raw, { key: 'from', why, options }))
        expect(buttons).toHaveLength(options.length + 1)
      }),
      { numRuns: 30 },
    )
  })

  it('has no way to a form that is not there', () => {
    const [button, ...others] = asked(
      choiceReply(
        known('pause.list'),
        {},
        { key: 'page', why: 'Which?', options: [{ label: 'A', raw: {} }] },
      ),
    ).buttons
    expect(button?.operation).toBe('pause.list')
    expect(others).toEqual([])
  })
})

describe('what is missing or wrong, where no form can be opened,', () => {
  it('is said with what can be said, and a button that opens the form with the words', () => {
    const said = { plan: 'web', from: 'whenever' }
    expect(asked(issuesReply(pause, said, { from: 'I cannot read “whenever”.' }))).toEqual({
      to: 'me',
      said: 'I cannot read “whenever”.\nNothing was done. You can say: `/pause <plan> <days> [reason]`\n[Open the form]',
      buttons: [{ text: 'Open the form', operation: 'pause.add', how: 'form', raw: said }],
    })
    expect(asked(issuesReply(pause, {}, {})).said).toMatch(/^Still missing: Plan, From\.\nNothing was done\./)
    expect(asked(issuesReply(known('pause.list'), {}, {})).buttons).toEqual([])
  })

  it('is taken by Slack whatever was said', () => {
    fc.assert(
      fc.property(raw, fc.dictionary(some, some), (raw, issues) => {
        expect(asked(issuesReply(pause, raw, issues)).said).toContain('[Open the form]')
      }),
      { numRuns: 30 },
    )
  })
})

describe('what nobody can say', () => {
  it('is answered with what comes near it, for one click', () => {
    expect(asked(unknownReply('puase …', ['pause web tomorrow']))).toEqual({
      to: 'me',
      said: 'I do not know “puase …”, so nothing was done. Did you mean this?\n[pause web tomorrow]',
      buttons: [
        {
          text: 'pause web tomorrow',
          operation: SENTENCE,
          how: 'turn',
          raw: { sentence: 'pause web tomorrow' },
        },
      ],
    })
    expect(asked(unknownReply('make …', []))).toEqual({
      to: 'me',
      said: 'I do not know “make …”, so nothing was done. `/dayshift help` shows what you can say.',
      buttons: [],
    })
  })

  it('is taken by Slack whatever it is', () => {
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 3 }), (said, near) => {
        expect(asked(unknownReply(said, near)).buttons).toHaveLength(near.length)
      }),
      { numRuns: 50 },
    )
  })
})
