import type { FormInput } from '../field.ts'
import { readReference } from '../text/names.ts'

/** A line or a paragraph of text; `max` is in characters. */
export function text(
  key: string,
  label: string,
  {
    max,
    optional = false,
    multiline = false,
    ...about
  }: { max: number; optional?: boolean; multiline?: boolean } & Pick<FormInput, 'hint' | 'placeholder'>,
): FormInput {
  return { key, label, optional, ...about, control: { kind: 'text', max, multiline } }
}

/** One of the service's things, chosen by name. */
export function select(key: string, label: string): FormInput {
  return {
    key,
    label,
    optional: false,
    control: { kind: 'select', labelOf: words => readReference(words).name },
  }
}
