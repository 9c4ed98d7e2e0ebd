import { describe, expect, it } from 'vitest'
import { IDIOMS, idiomatic } from '../../src/language/idioms.ts'
import { read } from '../../src/language/read.ts'
import { operations } from '../../src/operations/catalog.ts'

const meaning = (sentence: string) => {
  const reading = read(sentence, operations)
  return reading.kind === 'operation' ? `${reading.operation.id} ${reading.rest}`.trim() : reading.kind
}

describe('a sentence as people talk', () => {
  it.each(IDIOMS)('like “$like” is another one, which is known', ({ like }) => {
    expect(idiomatic(like)).not.toBe(like)
    expect(read(like, operations)).toMatchObject({ kind: 'operation' })
  })

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
    ['switch the-web on, please', 'plan.on the-web'],
    ['put web-prod on hold until friday', 'pause.add web-prod until friday'],
    ['we need to pause web-prod until friday', 'pause.add web-prod until friday'],
    ['rename plan web-prod to web', 'plan.edit plan web-prod'],
    ['let’s resume web-prod', 'pause.remove web-prod'],
    ['cancel the pause of web-prod', 'pause.remove web-prod'],
    ['extend the pause of web-prod to friday', 'pause.change web-prod to friday'],
    ['change my card', 'billing.card'],
    ['switch to Umbrella', 'organization.use Umbrella'],
    ['switch to Lights On', 'organization.use Lights On'],
    ['turn Always On off', 'plan.off Always On'],
    ['turn on-call off, thanks', 'plan.off on-call'],
    ['turn web-prod off and ci-runners on', 'plan.off web-prod and ci-runners on'],
    ['put a hold on web-prod until friday', 'pause.add web-prod until friday'],
    ['take web-prod off hold', 'pause.remove web-prod'],
    ['cancel web-prod’s pause', 'pause.remove web-prod'],
    ['make the pause of web-prod 2 days longer', 'pause.change web-prod by 2 days'],
    ['extend the web-prod pause until monday', 'pause.change web-prod until monday'],
    ['delete the shop credential', 'credential.remove shop'],
    ['which plans do we have?', 'plan.list'],
    ['what credentials are there', 'credential.list'],
    ['can you show me the plans?', 'plan.list'],
    ['which plans are paused?', 'pause.list'],
    ['is anything paused right now?', 'pause.list'],
    ['whats the status of web-prod', 'plan.show web-prod'],
    ['is web-prod still on?', 'plan.show web-prod'],
    ['how is web-prod doing?', 'plan.show web-prod'],
    ['show me the history of web-prod', 'history.show web-prod'],
    ['show me the billing history', 'billing.history'],
    ['show the week of web-prod', 'plan.week web-prod'],
    ['rename our org Acme to Umbrella', 'organization.rename Acme to Umbrella'],
    ['how do i pause a plan?', 'help'],
    ['hold on', 'help'],
    ['disable plan', 'plan.off'],
    ['change the credit card', 'billing.card'],
    ['what can you do?', 'help'],
    ['thanks!', 'grace'],
    ['ok', 'grace'],
    ['hi', 'help'],
    ['add resource i-77 to web-prod', 'resource.add web-prod i-77'],
    ['add the resource i-77 web-2 to the plan "web prod"', 'resource.add "web prod" i-77 web-2'],
    ['add resource to web-prod', 'resource.add web-prod'],
    ['remove resource web-2 from web-prod', 'resource.remove web-prod web-2'],
    ['delete resource web 2 of web-prod', 'resource.remove web-prod web 2'],
    ['edit resource web-2 of web-prod', 'resource.edit web-prod web-2'],
    ['credentials list', 'credential.list'],
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
    ['create plan on call weekdays 9-17', 'plan.create on call weekdays 9-17'],
    ['create org in motion', 'organization.create in motion'],
    ['plan create of mice weekdays 9-17', 'plan.create of mice weekdays 9-17'],
    ['hold on-call until friday', 'pause.add on-call until friday'],
    ['disable plan b', 'plan.off plan b'],
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
    expect(read('rename web-prod to web, please', operations)).toMatchObject({ raw: { name: 'web' } })
    expect(meaning('rename org Acme to Umbrella')).toBe('organization.rename Acme to Umbrella')
  })

  it.each(['hold on until friday', 'rename road to nowhere to highway', 'make user @bo admin'])(
    'is not guessed: “%s”',
    sentence => {
      expect(meaning(sentence)).toBe('unknown')
    },
  )

  it.each(['?', ' ?', '??'])('with “%s” behind it asks for help, unless it is a question', mark => {
    expect(meaning(`pause list${mark}`)).toBe('help')
    expect(meaning(`who am i${mark}`)).toBe('account.whoami')
  })
})
