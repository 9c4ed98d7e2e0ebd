import { describe, expect, it } from 'vitest'
import { typedSecrets } from '../../../src/language/secret-words.ts'
import { operations } from '../../../src/operations/catalog.ts'
import { createSentenceRedactor } from '../../../src/playground/inspector/secrets.ts'

const clear = createSentenceRedactor(typedSecrets(operations))
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
    expect(clear(typed, command)).toEqual({ visible: typed, secrets: [] })
  })

  it.each([
    [`credential add backup role:"${S}"`, 'credential add backup [secret]'],
    [`credential edit shop role arn ${S}`, 'credential edit shop [secret]'],
    [`<@U0BOT> credentials add key:${S}`, '<@U0BOT> credentials add [secret]'],
    [`lsit role:"${S}"`, 'lsit [secret]'],
  ])('is shown as the bot itself reads it, and what is left out is known: %s', (typed, shown) => {
    const cleared = clear(typed, '/dayshift')
    expect(cleared.visible).toBe(shown)
    expect(cleared.secrets).toContain(S)
  })

  it.each([
    ['link tok-3n.secret', 'link [secret]'],
    ['lnik tok-3n.secret-of-dev', 'lnik [secret]'],
    ['credential add backup aws AKIAIOSFODNN7EXAMPLE', 'credential add backup aws [secret]'],
  ])('never shows what may be one: %s', (typed, shown) => {
    expect(clear(typed, '/dayshift').visible).toBe(shown)
  })
})
