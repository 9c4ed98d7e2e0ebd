import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { read } from '../../src/text/read.ts'

const meaning = (sentence: string) => {
  const reading = read(sentence, operations)
  return reading.kind === 'operation' ? `${reading.operation.id} ${reading.rest}`.trim() : reading.kind
}

describe('a sentence as people talk', () => {
  it.each([
    ['show me all the plans', 'plan.list'],
    ['list all of our plans', 'plan.list'],
    ['my plans', 'plan.list'],
    ['show me web-prod', 'plan.show web-prod'],
    ['what is the status of web-prod?', 'plan.show web-prod'],
    ['what are the hours of web-prod?', 'plan.show web-prod'],
    ['status of web-prod', 'plan.show web-prod'],
    ['is web-prod paused?', 'plan.show web-prod'],
    ['what’s paused?', 'pause.list'],
    ['who paused web-prod?', 'history.show web-prod'],
    ['who am i?', 'account.whoami'],
    ['create a new plan called reports weekdays 8-18', 'plan.create reports weekdays 8-18'],
    ['add a resource to web-prod', 'resource.add web-prod'],
    ['turn web-prod off', 'plan.off web-prod'],
    ['turn off web-prod on friday', 'plan.off web-prod on friday'],
    ['switch the-web on, please', 'plan.on the-web, please'],
    ['put web-prod on hold until friday', 'pause.add web-prod until friday'],
    ['we need to pause web-prod until friday', 'pause.add web-prod until friday'],
    ['rename plan web-prod to web', 'plan.edit web-prod'],
    ['let’s resume web-prod', 'pause.remove web-prod'],
    ['cancel the pause of web-prod', 'pause.remove web-prod'],
    ['extend the pause of web-prod to friday', 'pause.change web-prod to friday'],
    ['change my card', 'billing.card'],
    ['switch to Umbrella', 'organization.use Umbrella'],
    ['what can you do?', 'help'],
    ['thanks!', 'help'],
  ])('“%s” is %s', (sentence, said) => {
    expect(meaning(sentence)).toBe(said)
  })

  it.each([
    ['plan show to do', 'plan.show to do'],
    ['plan show the thing', 'plan.show the thing'],
    ['show my-plans', 'plan.show my-plans'],
    ['pause for 3 days web-prod', 'pause.add for 3 days web-prod'],
    ['suspend for 3 days web-prod', 'pause.add for 3 days web-prod'],
    ['pause all my plans tomorrow', 'pause.add all my plans tomorrow'],
    ['pause web-prod tomorrow turn it off', 'pause.add web-prod tomorrow turn it off'],
    ['pause web-prod tomorrow who knows?', 'pause.add web-prod tomorrow who knows?'],
  ])('“%s” keeps its words', (sentence, said) => {
    expect(meaning(sentence)).toBe(said)
  })

  it('that says another name of a plan says it of just that', () => {
    for (const sentence of ['plan rename web-prod to the web', 'rename "web-prod" as "the web"'])
      expect(read(sentence, operations)).toMatchObject({
        operation: { id: 'plan.edit' },
        raw: { name: 'the web' },
        rest: expect.stringMatching(/^"?web-prod"?$/),
      })
    expect(meaning('rename org Acme to Umbrella')).toBe('organization.rename Acme to Umbrella')
  })

  it.each(['?', ' ?', '??'])('with “%s” behind it asks for help, unless it is a question', mark => {
    expect(meaning(`pause list${mark}`)).toBe('help')
    expect(meaning(`who am i${mark}`)).toBe('account.whoami')
  })
})
