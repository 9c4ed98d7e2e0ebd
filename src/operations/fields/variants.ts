import { type Field, type FormInput, ok } from '../../core/field.ts'
import { changedKeys, isFilled } from '../../core/form-filling.ts'
import type { Raw } from '../../core/raw.ts'
import { isGrace } from '../../language/graces.ts'

type Asked = Partial<Omit<FormInput, 'key' | 'control'>>

/** The same field, for which a form asks in another way. */
export const asking = <T, Me>(field: Field<T, Me>, about: Asked): Field<T, Me> => ({
  ...field,
  inputs: field.inputs.map(input => ({ ...input, ...about })),
})

/** The same where a choice changes what else the form asks or says. */
export const reshaping = <T, Me>(field: Field<T, Me>): Field<T, Me> => asking(field, { reshapes: true })

/** The same that is there only in words of which `isSaid` holds, and for which a form asks in another way. */
export function onlyWhere<T, Me>(
  field: Field<T, Me>,
  isSaid: (raw: Raw) => boolean,
  about: Asked,
): Field<T | undefined, Me> {
  const { note } = field
  return {
    ...asking(field, about),
    parse: (raw, me) => (isSaid(raw) ? field.parse(raw, me) : ok(undefined)),
    ...(note && { note: (value, me) => (value === undefined ? undefined : note(value, me)) }),
  }
}

/** The same that need not be said, at the end of a sentence neither; `key` is that of the input by which it is. */
export function ifSaid<T, Me>(key: string, field: Field<T, Me>): Field<T | undefined, Me> {
  const { take, ...same } = onlyWhere(field, raw => Boolean(raw[key]), { optional: true })
  return {
    ...same,
    ...(take && { take: (rest, me) => (isGrace(rest) ? { raw: {}, rest } : take(rest, me)) }),
  }
}

/**
 * The same in a form that is filled with what the service holds: nothing, and not asked for, until it is known which
 * thing is meant.
 */
export const filledIn = <T, Me>(field: Field<T, Me>, isKnown = isFilled): Field<T | undefined, Me> =>
  onlyWhere(field, isKnown, { when: isKnown })

/** The same where nobody has to touch it: as it stands it need not be readable then, nor be there. */
export function held<T, Me>(field: Field<T, Me>): Field<T | undefined, Me> {
  const { parse, ...same } = asking(filledIn(field), { optional: true })
  return {
    ...same,
    parse: async (raw, me) => {
      const touched = changedKeys(raw)
      const parsed = await parse(raw, me)
      return parsed.kind === 'ok' || field.inputs.some(({ key }) => touched.has(key)) ? parsed : ok(undefined)
    },
  }
}
