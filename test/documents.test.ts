import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { days } from '../src/language/dates.ts'
import { operations } from '../src/operations/catalog.ts'

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)

describe('CONTRIBUTING.md', () => {
  it('describes every folder of src', () => {
    const rows = readFileSync('CONTRIBUTING.md', 'utf8').match(/^\| `src\/.*$/gm) ?? []
    const mentioned = rows.flatMap(row => quoted(row.split('|')[1] ?? ''))
    expect(mentioned.map(name => name.split('/')[1]).toSorted()).toEqual(readdirSync('src').toSorted())
  })
})

describe('documents and configuration', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'docs/operating.md',
    'docs/sentences.md',
    'docs/slack.md',
    'SECURITY.md',
    '.env.example',
    'package.json',
    'Dockerfile',
    'compose.yaml',
  ])('mention only existing files: %s', name => {
    const mentioned = readFileSync(name, 'utf8').match(/\b(?:src|test)\/[\w./-]+\.(?:ts|js|txt)\b/g) ?? []
    expect(mentioned.filter(file => !existsSync(file))).toEqual([])
  })
})

describe('docs/sentences.md', () => {
  it('quotes a command of every visible operation', () => {
    const quotes = quoted(readFileSync('docs/sentences.md', 'utf8')).join('\n')
    const listed = operations.filter(({ isHidden }) => !isHidden)
    expect(
      listed.flatMap(({ command: { words } }) => (words.some(each => quotes.includes(each)) ? [] : words[0])),
    ).toEqual([])
  })
})

describe('README.md', () => {
  const [paragraph = ''] = readFileSync('README.md', 'utf8').match(/^Days are words: .*$/m) ?? []
  const [english = '', foreign = ''] = paragraph.split('Languages besides')
  const canParse = (phrase: string, locale?: string) =>
    days(phrase, { now: new Date('2026-11-18T12:00:00Z'), zone: 'Europe/Berlin', locale }).kind === 'days'

  it('has at most 900 words, a read of five minutes', () => {
    const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean)
    expect(words.length).toBeLessThanOrEqual(900)
  })

  it('shows only English dates that can be parsed', () => {
    expect(quoted(english)).not.toEqual([])
    expect(quoted(english).filter(phrase => !canParse(phrase))).toEqual([])
  })

  it('shows foreign dates that can be parsed only in their own language', () => {
    const locales = ['de-DE', 'es-ES', 'fr-FR']
    const localesByPhrase = quoted(foreign).map(phrase => locales.filter(locale => canParse(phrase, locale)))
    expect(localesByPhrase).toEqual(locales.map(locale => [locale]))
    expect(quoted(foreign).filter(phrase => canParse(phrase))).toEqual([])
  })
})
