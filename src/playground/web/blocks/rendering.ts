import type { InputBlock } from '../../blocks.ts'

/** What the blocks of one message or view are drawn with, for the person who looks at them. */
export type Rendering = {
  /** `message:<channel>:<ts>` or `view:<view id>`. */
  at: string
  /** The person who looks. */
  me: string
  nameOf: (id: string) => string | undefined
  channelOf: (id: string) => string | undefined
  /** What an input holds, as in `state.values`: words, an option, a list, an id, or null. */
  held: (input: InputBlock) => unknown
  /** Whether somebody begins in an input. */
  hasFocus: (input: InputBlock) => boolean
  /** What is wrong, by the label of the input. */
  errors: Record<string, string>
}

/** An id for the page, of names that may hold anything, even half an emoji: never a space, never the same for other names. */
export const idOf = (...names: string[]): string =>
  names.map(name => encodeURIComponent(name.toWellFormed())).join('/')

/** The id of something that belongs to an element, such as its hint. */
export const partOf = (id: string, part: string): string => `${id}//${part}`
