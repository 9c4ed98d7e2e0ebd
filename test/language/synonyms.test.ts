import { describe, expect, it } from 'vitest'
import { read } from '../../src/language/read.ts'
import { operations } from '../../src/operations/catalog.ts'

const idOf = (sentence: string) => {
  const reading = read(sentence, operations)
  return reading.kind === 'operation' ? `${reading.operation.id} ${reading.rest}`.trim() : reading.kind
}

describe('words that say the same', () => {
  it.each([
    ['plan disable web-prod', 'plan.off web-prod'],
    ['turn off plan web-prod', 'plan.off plan web-prod'],
    ['plan enable web-prod', 'plan.on web-prod'],
    ['make plan reports weekdays 8-18', 'plan.create reports weekdays 8-18'],
    ['plan add reports weekdays 8-18', 'plan.create reports weekdays 8-18'],
    ['plan update web-prod', 'plan.edit web-prod'],
    ['describe plan web-prod', 'plan.show plan web-prod'],
    ['show plans', 'plan.list'],
    ['list users', 'member.list'],
    ['user add @bo', 'member.add @bo'],
    ['invite member @bo', 'member.add @bo'],
    ['delete cred shop', 'credential.remove shop'],
    ['organization delete Umbrella', 'organization.remove Umbrella'],
    ['sort resources web-prod', 'resource.order web-prod'],
    ['edit pause web-prod', 'pause.change web-prod'],
    ['view billing', 'billing.show'],
  ])('"%s" is %s', (sentence, said) => {
    expect(idOf(sentence)).toBe(said)
  })

  it.each([
    ['pause new relic tomorrow', 'pause.add new relic tomorrow'],
    ['pause update server tomorrow', 'pause.add update server tomorrow'],
    ['pause delete queue tomorrow', 'pause.add delete queue tomorrow'],
    ['resource view counter', 'resource.list view counter'],
  ])('are the beginning of a name in "%s"', (sentence, said) => {
    expect(idOf(sentence)).toBe(said)
  })

  it('are not what help shows', () => {
    expect(operations.map(({ sentences: [first] }) => first)).toContain('plan create')
    for (const { id, sentences } of operations)
      expect([id, new Set(sentences).size]).toEqual([id, sentences.length])
  })
})
