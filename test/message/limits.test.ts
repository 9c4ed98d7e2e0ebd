import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/message/limits.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(`src/${file}`, 'utf8'))

describe('the table of limits', () => {
  it('holds no number that nothing is held to', () => {
    const used = sources.flatMap(source => [...source.matchAll(/\blimits\.(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(limits).filter(name => !used.includes(name))).toEqual([])
  })
})
