import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/language/commands.ts'
import { operations } from '../../src/operations/catalog.ts'

const parse = (sentence: string) => parseCommand(sentence, operations)

/** The operation and what stands behind its words, or the kind of anything else. */
function read(sentence: string): string {
  const parsed = parse(sentence)
  return parsed.kind === 'operation' ? `${parsed.operation.id}: ${parsed.rest}`.trim() : parsed.kind
}

const begins = operations.flatMap(operation => operation.command.words.map(words => ({ words, operation })))

describe('a command', () => {
  it.each(begins)('begins with "$words", in any case and with any space', ({ words, operation }) => {
    for (const typed of [words, words.toUpperCase(), ` ${words.replaceAll(' ', '  ')} `, `please ${words}`])
      expect(parse(typed)).toMatchObject({ kind: 'operation', operation: { id: operation.id }, rest: '' })
  })

  it('is parsed whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom('', ...begins.map(({ words }) => words)), fc.string(), (words, rest) => {
        expect(['operation', 'question', 'help', 'unknown', 'courtesy']).toContain(
          parse(`${words} ${rest}`).kind,
        )
      }),
    )
  })

  it.each([
    ['pause web-prod tomorrow', 'pause.add: web-prod tomorrow'],
    ['pause listing tomorrow', 'pause.add: listing tomorrow'],
    ['paused', 'unknown'],
    ['plan web-prod', 'plan.show: web-prod'],
    ['create a plan called reports', 'plan.create: reports'],
    ['turn web-prod off', 'plan.off: web-prod'],
    ['turn web-prod off right now', 'plan.off: web-prod'],
    ['plan off web-prod now', 'plan.off: web-prod'],
    ['hilfe', 'help'],
    ['hola', 'help'],
    ['danke!', 'courtesy'],
    ['put web-prod on hold until friday', 'pause.add: web-prod until friday'],
    ['is web-prod still paused?', 'plan.show: web-prod'],
    ['who turned off web-prod?', 'pause.why: web-prod'],
    ['what changed yesterday?', 'history.show: yesterday'],
    ['who turned web-prod off?', 'pause.why: web-prod'],
    ["what's paused?", 'pause.list:'],
    ['whats running', 'plan.list:'],
    ['anything off today?', 'plan.list:'],
    ['when will web-prod be back up?', 'pause.why: web-prod'],
    ['who can pause plans?', 'member.list:'],
    ['cancel web-prod’s pause', 'pause.remove: web-prod'],
    ['stop the pause of web-prod', 'pause.remove: web-prod'],
    ['cancel my pause', 'pause.remove:'],
    ['cancel all pauses', 'pause.remove: all'],
    ['remove web-prod from pause', 'pause.remove: web-prod'],
    ['since when is web-prod off?', 'pause.why: web-prod'],
    ['what happens when I pause a plan?', 'help'],
    ['good morning 👋', 'help'],
    ['which plans run now?', 'plan.list:'],
    ['until when are all plans off?', 'pause.list:'],
    ['who turned off everything?', 'pause.list:'],
    ['why is web-prod off on friday?', 'unknown'],
    ['switch web-prod back on', 'unknown'],
    ['rename plan web-prod to shop', 'plan.edit: web-prod to shop'],
    ['pause web-prod tomorrow？ 🙏', 'pause.preview: web-prod tomorrow'],
    ['pause web-prod tomorrow (?)', 'pause.preview: web-prod tomorrow'],
    ['pause web-prod tomorrow —dry-run', 'pause.preview: web-prod tomorrow'],
    ['pause web-prod ? tomorrow', 'pause.preview: web-prod tomorrow'],
    ['pause web-prod tomorrow, please?', 'pause.add: web-prod tomorrow'],
    ['can you pause web-prod tomorrow? thanks', 'pause.add: web-prod tomorrow'],
    ['can you pause web? tomorrow', 'pause.add: web? tomorrow'],
    ['turn web-prod off?', 'question'],
    ['resources add web-prod i-1', 'resource.add: web-prod i-1'],
    ['pause web-prod extend until friday', 'pause.change: web-prod until friday'],
    ['remove the resource web-cache from web-prod, please', 'resource.remove: web-prod web-cache'],
    ['plan off payments, thanks!', 'plan.off: payments'],
    ['rename org to Cheers', 'organization.rename: to Cheers'],
    ['pause resource pool from monday test', 'pause.add: resource pool from monday test'],
    ['org create an organization called Wayne', 'organization.create: Wayne'],
    ['pause web-prod tomorrow https://acme.test/?a=b', 'pause.add: web-prod tomorrow https://acme.test/?a=b'],
    ['pause "what?" tomorrow', 'pause.add: "what?" tomorrow'],
    ['thanks!', 'courtesy'],
    ['', 'help'],
    ['help', 'help'],
    ['pause --help', 'help'],
    ['how do I pause a plan?', 'help'],
  ])('is read of "%s": %s', (sentence, expected) => {
    expect(read(sentence)).toBe(expected)
  })

  it.each([
    ['plan lsit', 'plan list'],
    ['credential ad shop', 'credential add shop'],
    ['puase web-prod tomorrow', 'pause web-prod tomorrow'],
    ['plan pause web-prod tomorrow', 'pause web-prod tomorrow'],
    ['delete plan web-prod', 'plan off web-prod'],
    ['who turned web-prod on?', 'history'],
    ['wacth web-prod', 'watch web-prod'],
  ])('is suggested for “%s”: %s', (sentence, suggested) => {
    const parsed = parse(sentence)
    expect(parsed.kind === 'unknown' ? parsed.suggestions : parsed.kind).toContain(suggested)
  })

  it.each(['which web-prod do you mean', 'where pause lists are'])(
    'is no slip of a question: %s',
    sentence => {
      expect(parse(sentence)).toMatchObject({ kind: 'unknown', suggestions: [] })
    },
  )
})
