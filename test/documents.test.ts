import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { days } from '../src/language/dates.ts'
import { operations } from '../src/operations/catalog.ts'

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)

describe('CONTRIBUTING.md', () => {
  it('says of every folder of src what is in it', () => {
    const rows = readFileSync('CONTRIBUTING.md', 'utf8').match(/^\| `src\/.*$/gm) ?? []
    const named = rows.flatMap(row => quoted(row.split('|')[1] ?? ''))
    expect(named.map(name => name.split('/')[1]).toSorted()).toEqual(readdirSync('src').toSorted())
  })
})

describe('what stands beside the source', () => {
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
  ])('names only files that are there: %s', name => {
    const named = readFileSync(name, 'utf8').match(/\b(?:src|test)\/[\w./-]+\.(?:ts|js|txt)\b/g) ?? []
    expect(named.filter(file => !existsSync(file))).toEqual([])
  })
})

describe('docs/sentences.md', () => {
  it('says how everything is asked for', () => {
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
  const isRead = (phrase: string, locale?: string) =>
    days(phrase, { now: new Date('2026-11-18T12:00:00Z'), zone: 'Europe/Berlin', locale }).kind === 'days'

  it('is read in five minutes: it has no more than 900 words', () => {
    const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean)
    expect(words.length).toBeLessThanOrEqual(900)
  })

  it('shows days that are read', () => {
    expect(quoted(english)).not.toEqual([])
    expect(quoted(english).filter(phrase => !isRead(phrase))).toEqual([])
  })

  it('shows days that are read in other languages alone', () => {
    const locales = ['de-DE', 'es-ES', 'fr-FR']
    const readBy = quoted(foreign).map(phrase => locales.filter(locale => isRead(phrase, locale)))
    expect(readBy).toEqual(locales.map(locale => [locale]))
    expect(quoted(foreign).filter(phrase => isRead(phrase))).toEqual([])
  })
})
