import { z } from 'zod'
import { parsed } from '../message/json.ts'
import { type Origin, originSchema } from './origin.ts'

/** A button that was pressed, as Slack tells of it. */
const pressedSchema = z.object({
  block_id: z.string().optional(),
  action_id: z.string(),
  value: z.string().optional(),
})

/** A message that everybody sees, as Slack tells of it, and the button in it that was pressed. */
const pressedMessageSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  message: z.unknown(),
  pressed: pressedSchema,
})

export type Pressed = z.infer<typeof pressedSchema>
export type PressedMessage = z.infer<typeof pressedMessageSchema>

/** A message that was posted; of a DM Slack tells the channel when it is. */
export type Posted = { channel: string; ts: string }

/**
 * Where the answer to a request belongs, also later and to another process: its origin, the message it is about, and the
 * one that told how far it was.
 */
export type Place = { origin: Origin; about?: PressedMessage | undefined; progress?: Posted | undefined }

const placeSchema = z.object({
  origin: originSchema,
  about: pressedMessageSchema.optional(),
  progress: z.object({ channel: z.string(), ts: z.string() }).optional(),
})

/** A place as the journal keeps it. The inverse of `readPlace`. */
export const sayPlace = (place: Place): string => JSON.stringify(place)

/** The place that the journal kept; nothing where another version wrote it. */
export const readPlace = (text: string): Place | undefined => placeSchema.safeParse(parsed(text)).data

const pressSchema = z.object({
  message: z.object({ ts: z.string(), text: z.string(), blocks: z.array(z.looseObject({})) }),
  container: z.object({ channel_id: z.string(), is_ephemeral: z.boolean().default(false) }),
})

/** The message that a press was about; nothing where only one person sees it. */
export function aboutOf(body: object, pressed: Pressed): PressedMessage | undefined {
  const { data } = pressSchema.safeParse(body)
  if (!data || data.container.is_ephemeral) return undefined
  const { message, container } = data
  const { block_id, action_id, value } = pressed
  return { channel: container.channel_id, ts: message.ts, message, pressed: { block_id, action_id, value } }
}
