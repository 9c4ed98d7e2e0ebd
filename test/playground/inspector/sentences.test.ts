import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/operations.ts'
import { createSentences } from '../../../src/playground/inspector/sentences.ts'
import { withoutSecretWords } from '../../../src/text/secret-words.ts'

const clear = createSentences(operations)
const S = 's3cr-et'

describe('a sentence', () => {
  it.each([
    ['', '/pause'],
    ['web-prod tomorrow key: rotation of web-prod-eu1-main', '/pause'],
    ['<@U0BOT> pause web-prod-eu1-main tomorrow', ''],
    ['member add bo@acme.test role:"admin"', '/dayshift'],
    ['credential add backup aws', '/dayshift'],
    ['link', '/dayshift'],
  ])('without secrets is shown as it is: "%s"', (typed, command) => {
    expect(clear(typed, command)).toEqual({ shown: typed, secrets: [] })
  })

  it.each([
    [`credential add backup role:"${S}"`, 'credential add backup role:[secret]'],
    [`credential edit shop Client-id = ${S} now`, 'credential edit shop Client-id = [secret] now'],
    [`credential edit shop role arn ${S}`, 'credential edit shop role arn [secret]'],
    [`credential add role:“${S}” backup`, 'credential add role:[secret] backup'],
    [`<@U0BOT> credentials add key:${S}`, '<@U0BOT> credentials add key:[secret]'],
    [`lsit role:"${S}"`, 'lsit role:[secret]'],
  ])('never shows a secret behind its label: %s', (typed, shown) => {
    expect(clear(typed, '/dayshift')).toEqual({ shown, secrets: [S] })
  })

  it.each([
    ['link tok-3n.secret', 'link [secret]'],
    ['link my own', 'link [secret]'],
    ['lnik tok-3n.secret-of-dev', 'lnik [secret]'],
    ['credential add backup aws AKIAIOSFODNN7EXAMPLE', 'credential add backup aws [secret]'],
  ])('never shows what may be one: %s', (typed, shown) => {
    expect(clear(typed, '/dayshift').shown).toBe(shown)
  })

  it.each([
    ...[`credential add backup aws role:"${S}"`, `credential edit shop "Role ARN" = "${S}"`],
    ...[`credential edti shop role:"${S}"`, `credental add x role:"${S}"`, `credential remove shop key:${S}`],
    ...[`secret: ${S}`, `add credential tenant = ${S}`, `please credential add project:${S}`],
  ])('is cleared of what the bot clears it of: %s', typed => {
    expect(withoutSecretWords(typed, operations)).not.toContain(S)
    expect(clear(typed, '/dayshift').shown).not.toContain(S)
  })
})
