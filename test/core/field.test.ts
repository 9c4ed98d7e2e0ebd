import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, periodSchema } from '../../src/core/args.ts'
import { checkboxField, optional, optionField, textField } from '../../src/core/common-fields.ts'
import {
  type Field,
  formatReference,
  parseReference,
  type ReadResult,
  readPicked,
  value,
} from '../../src/core/field.ts'
import { limits } from '../../src/message/blocks.ts'
import { words } from '../arbitraries.ts'

/** A context that these fields do not use. */
const noContext = {} as never

describe('a reference', () => {
  it('fits into an option value, and parses back to the same id and name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,40}$/), words(200), (id, name) => {
        const text = formatReference({ id, name })
        expect(text.length).toBeLessThanOrEqual(limits.optionValue)
        expect(parseReference(text)?.id).toBe(id)
        if (JSON.stringify({ id, name }).length <= limits.optionValue)
          expect(parseReference(text)).toEqual({ id, name })
      }),
    )
  })

  it('is never parsed from a typed name', () => {
    fc.assert(
      fc.property(words(), typed => {
        fc.pre(!typed.startsWith('{'))
        expect(parseReference(typed)).toBeUndefined()
      }),
    )
  })
})

describe('a field', () => {
  const fields = {
    text: {
      field: textField('name', 'Name', { max: 60 }),
      values: fc
        .string({ minLength: 1, maxLength: 50 })
        .map(text => text.trim())
        .filter(Boolean),
    },
    options: {
      field: optionField('state', 'State', ['active', 'inactive']),
      values: fc.constantFrom('active', 'inactive'),
    },
    checkbox: { field: checkboxField('dependency', 'Dependency', 'Each depends'), values: fc.boolean() },
  }

  it.each(Object.entries(fields))('of %s reads back what it formats', async (_, { field, values }) => {
    const inverse: Field<unknown, never> = field
    await fc.assert(
      fc.asyncProperty<[unknown]>(values, async given => {
        expect(await inverse.read(inverse.format(given), noContext, undefined)).toEqual(value(given))
        expect(inverse.schema.parse(given)).toEqual(given)
      }),
    )
  })

  it('that is optional reads no words as undefined', async () => {
    const field = optional(fields.options.field)
    expect(await field.read({}, noContext, undefined)).toEqual(value(undefined))
  })

  it('reads the option that a person picked from a choice', async () => {
    const choice: ReadResult<string> = {
      kind: 'choice',
      input: 'name',
      question: 'Which?',
      options: [
        { label: 'One', value: '1' },
        { label: 'Two', value: '2' },
      ],
    }
    const field: Field<string, never> = { ...fields.text.field, read: () => choice }
    const picked = await readPicked(field, { 'name:choice': fingerprint('2') }, noContext, undefined)
    expect(picked).toMatchObject({ kind: 'value', value: '2' })
    expect((await readPicked(field, {}, noContext, undefined)).kind).toBe('choice')
  })
})

describe('a period', () => {
  it('may not end before it starts', () => {
    expect(periodSchema.safeParse({ from: '2026-11-25', until: '2026-11-24' }).success).toBe(false)
    expect(periodSchema.safeParse({ from: '2026-11-25', until: '2026-11-25' }).success).toBe(true)
  })
})
