import { describe, expect, it } from 'vitest'
import { typedSecrets } from '../../../src/language/secret-words.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { createSentenceRedactor } from '../../../src/playground/inspector/secrets.ts'

const redact = createSentenceRedactor(typedSecrets(operations))
const S = 's3cr-et'

describe('the redactor of sentences', () => {
  it.each([
    ['', '/pause'],
    ['web-prod tomorrow key: rotation of web-prod-eu1-main', '/pause'],
    ['<@U0BOT> pause web-prod-eu1-main tomorrow', ''],
    ['member add bo@acme.test role:"admin"', '/dayshift'],
    ['credential add backup aws', '/dayshift'],
    ['link', '/dayshift'],
  ])('keeps a sentence without secrets: "%s"', (typed, command) => {
    expect(redact(typed, command)).toEqual({ visible: typed, secrets: [] })
  })

  it.each([
    [`credential add backup role:"${S}"`, 'credential add backup [secret]'],
    [`credential edit shop role arn ${S}`, 'credential edit shop [secret]'],
    [`<@U0BOT> credentials add key:${S}`, '<@U0BOT> credentials add [secret]'],
    [`lsit role:"${S}"`, 'lsit [secret]'],
  ])('hides labelled secrets and returns them: %s', (typed, expected) => {
    const result = redact(typed, '/dayshift')
    expect(result.visible).toBe(expected)
    expect(result.secrets).toContain(S)
  })

  it.each([
    ['link tok-3n.secret', 'link [secret]'],
    ['lnik tok-3n.secret-of-dev', 'lnik [secret]'],
    ['credential add backup aws AKIAIOSFODNN7EXAMPLE', 'credential add backup aws [secret]'],
  ])('hides what may be a secret: %s', (typed, expected) => {
    expect(redact(typed, '/dayshift').visible).toBe(expected)
  })
})
