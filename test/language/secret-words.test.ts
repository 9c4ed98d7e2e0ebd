import { describe, expect, it } from 'vitest'
import { withoutSecretWords } from '../../src/language/secret-words.ts'
import { operations } from '../../src/operations/catalog.ts'

describe('access data in a sentence', () => {
  it.each([
    ['credential add aws-main secret: s3cr3t', 'credential add aws-main'],
    ['credential, add aws-main secret: s3cr3t', 'credential, add aws-main'],
    ['Credential  add aws-main secret = "s3 cr3t"', 'Credential  add aws-main'],
    ['credntial add aws-main secret: s3cr3t', 'credntial add aws-main'],
    ['credential add x azure tenant s3cr client id et key s3cr3t', 'credential add x azure'],
    ['credntial add x azure tenant s3cr key s3cr3t', 'credntial add x azure'],
    ['credential edit azur KEY "s3cr 3t"', 'credential edit azur'],
    ['edit credential azur role s3cr3t', 'edit credential azur'],
    ['credential edit shop arn:aws:iam::1:role/s3cr3t', 'credential edit shop'],
    ['credential add shop id=s3cr3t', 'credential add shop'],
    ['link token s3cr3t', 'link'],
    ['link s3cr3tT0ken9x', 'link'],
    ['credential edit shop AKIA1234567890ABCD', 'credential edit shop'],
    ['credential remove AKIA1234567890ABCD', 'credential remove'],
  ])('is left out of %j', (typed, remaining) => {
    expect(withoutSecretWords(typed, operations)).toBe(remaining)
  })

  it.each([
    'credential edit "key vault prod"',
    'credential edit "AKIA1234567890ABCD"',
    'credential edit aws-Production-2026',
    'credential add keyring-prod aws',
    'link',
    'add member ana@example.com role admin',
    'add resource web-prod arn:aws:ec2 key server',
    'plan edit project x weekdays 8-17',
    'pause web-prod tomorrow key: rotation',
  ])('is none in %j', typed => {
    expect(withoutSecretWords(typed, operations)).toBe(typed)
  })
})
