import { isKept } from '../core/field.ts'
import type { Operation } from '../core/operation.ts'
import type { Raw } from '../core/raw.ts'
import { cutMrkdwn, type Mrkdwn, mrkdwn } from '../message/mrkdwn.ts'
import { readReference } from './names.ts'
import { plainly } from './read.ts'

/** What a change was about, in a few words: the first of those that a form asks for, but no reasons. */
export function aboutOf({ inputs }: Operation, raw: Raw): string | undefined {
  const shown = inputs.filter(input => input.control.kind !== 'hidden' && isKept(input))
  const said = shown.filter(({ control }) => !('multiline' in control && control.multiline))
  const words = said.map(({ key }) => raw[key]).find(each => each !== undefined)
  return words === undefined ? undefined : readReference(words).name
}

/** What somebody asked for: as they typed it, else what their button or their form does, and what it was about. */
export function sayAsked({ operation, raw, sentence }: Asked): Mrkdwn {
  const said = sentence ?? [operation.sentences[0], aboutOf(operation, raw)].filter(Boolean).join(' ')
  return mrkdwn`You asked: “${{ mrkdwn: cutMrkdwn(mrkdwn`${plainly(said)}`, LONGEST_ASKED) }}”`
}

type Asked = { operation: Operation; raw: Raw; sentence?: string | undefined }

const LONGEST_ASKED = 150
