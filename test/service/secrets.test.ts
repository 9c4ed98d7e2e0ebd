import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean, secretsOf } from '../../src/service/client.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n', '\u0000', '🦊') })

describe('a message of the service', () => {
  it('is cleaned of secrets in any context', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(text.filter(Boolean), { minLength: 1, maxLength: 3 }),
        text,
        (a, secrets, b) => {
          const cleaned = clean(`${a}${secrets.join(a)}${b}`, secrets)
          for (const secret of secrets) expect(cleaned).not.toContain(secret)
        },
      ),
    )
  })

  const unit = fc.constantFrom('a', 'é', '🦊', ' ', '\n', '\u0000', '\u0085', '\u202e', '\u2066', '\u2028')

  it('is cut to one line of at most 300 code points', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400, size: 'max' }), message => {
        const cleaned = clean(message, [])
        expect(Array.from(cleaned).length).toBeLessThanOrEqual(300)
        expect(cleaned).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
        expect(clean(cleaned, [])).toBe(cleaned)
      }),
    )
  })

  it('hides all of a secret that contains another', () => {
    expect(clean('t-1-client of t-1', ['t-1', 't-1-client'])).toBe('… of …')
  })
})

describe('the secrets of a request', () => {
  it('are only the values of `specific` at any depth', () => {
    expect(secretsOf({ org_id: '17', specific: { role: 'r' } })).toContain('r')
    expect(secretsOf({ org_id: '17', data: { name: 'n', specific: { key: 'k' } } })).toEqual(['k', 'k'])
    expect(secretsOf({ org_id: '17', list: ['a'], count: 1, nothing: null })).toEqual([])
  })
})
