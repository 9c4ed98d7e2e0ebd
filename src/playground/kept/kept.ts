import { z } from 'zod'
import { homeView, messageBlocks } from '../blocks.ts'
import { frame, type Home } from '../modals.ts'
import type { Message } from '../workspace.ts'

/** A message as it was kept. */
export const keptMessage: z.ZodType<Message> = z.object({
  channel: z.string(),
  ts: z.string().regex(/^\d+\.\d{6}$/),
  user: z.string(),
  text: z.string(),
  blocks: messageBlocks,
  thread_ts: z.string().optional(),
  only: z.string().optional(),
  edited: z.boolean().optional(),
})

const [home] = homeView.options

/** The Home of one person as it was published. */
export const keptHome: z.ZodType<Home> = z.object({
  person: z.string(),
  view: home.extend(frame.shape),
})
