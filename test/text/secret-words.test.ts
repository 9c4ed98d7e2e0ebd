import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { begin, beginnings } from '../../src/text/beginnings.ts'
import { withoutSecretWords } from '../../src/text/secret-words.ts'

describe('access data in a sentence', () => {
  it.each([
    ['credential add aws-main secret: s3cr3t', 'credential add aws-main'],
    ['credential, add aws-main secret: s3cr3t', 'credential, add aws-main'],
    ['Credential  add aws-main secret = "s3 cr3t"', 'Credential  add aws-main'],
    ['credntial add aws-main secret: s3cr3t', 'credntial add aws-main'],
  ])('is left out of %j', (typed, kept) => {
    expect(withoutSecretWords(typed, operations)).toBe(kept)
  })

  it('is none where nothing is asked that is secret: a reason may hold any words', () => {
    const sentence = 'pause web-prod tomorrow key: rotation'
    expect(withoutSecretWords(sentence, operations)).toBe(sentence)
  })
})

describe('the beginnings of sentences', () => {
  it.each(beginnings(operations))('$words begins its own', ({ words, operation }) => {
    for (const typed of [words, words.toUpperCase(), `${words.replaceAll(' ', '  ')} x`, `${words}, x`])
      expect(begin(typed, operations)).toMatchObject({ words, operation })
  })
})
