import type { FormInput } from '../../core/field.ts'
import { readReference } from '../../language/names.ts'

/** How long a name may be, in characters. The interface document tells no limit. */
export const LONGEST_NAME = 255

/** A line or a paragraph of text; `max` is in characters. */
export function text(
  key: string,
  label: string,
  {
    max,
    optional = false,
    multiline = false,
    calendar = false,
    ...about
  }: { max: number; optional?: boolean; multiline?: boolean; calendar?: boolean } & About,
): FormInput {
  return { key, label, optional, ...about, control: { kind: 'text', max, multiline, calendar } }
}

type About = Pick<FormInput, 'hint' | 'placeholder' | 'reshapes' | 'when'>

/** One of the service's things, chosen by name. */
export function select(key: string, label: string, about: About & { optional?: boolean } = {}): FormInput {
  return {
    key,
    label,
    optional: false,
    ...about,
    control: { kind: 'select', labelOf: words => readReference(words).name },
  }
}
