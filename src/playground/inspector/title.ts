import { z } from 'zod'
import { bot } from '../workspace.ts'

const words = z.object({ text: z.string() })
const input = z.object({
  block_id: z.string(),
  label: words.optional(),
  element: z.object({ action_id: z.string() }).optional(),
})
const view = z.object({ title: words.optional(), type: z.string(), blocks: z.array(input) })
const pressed = z.object({
  type: z.string(),
  block_id: z.string(),
  text: words.optional(),
  selected_option: z.object({ text: words }).nullish(),
  selected_options: z.array(z.object({ text: words })).nullish(),
  selected_date: z.string().nullish(),
})

/** As much of what Slack sends as a title needs. */
const payload = z.object({
  user_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
  event: z.object({ type: z.string(), user: z.string().optional(), text: z.string().optional() }).optional(),
  command: z.string().optional(),
  text: z.string().optional(),
  actions: z.array(pressed).optional(),
  view: view.optional(),
  block_id: z.string().optional(),
  value: z.string().optional(),
  callback_id: z.string().optional(),
})

type Payload = z.output<typeof payload>

/** Who did what, of what Slack sends to the bot about it, in words as they stand behind a name. */
export const titleOf = (kind: string, sent: unknown): { person?: string | undefined; title: string } => {
  const read = payload.safeParse(sent)
  if (!read.success) return { title: kind }
  const { user, user_id, event } = read.data
  return { person: user?.id ?? user_id ?? event?.user, title: does(kind, read.data) }
}

const does = (kind: string, said: Payload): string => {
  switch (kind) {
    case 'command':
      return withNames(`${said.command ?? ''} ${said.text ?? ''}`.trim())
    case 'block_actions':
      return presses(said)
    case 'view_submission':
      return `submits ${nameOf(said)}`
    case 'block_suggestion':
      return `looks for “${said.value ?? ''}” in ${labelOf(said, said.block_id)}`
    case 'shortcut':
    case 'message_action':
      return `uses the shortcut ${said.callback_id ?? ''}`.trim()
    default:
      return hears(said, kind)
  }
}

const hears = ({ event }: Payload, kind: string): string => {
  if (event?.type === 'app_home_opened') return 'opens the Home'
  return event?.text === undefined ? (event?.type ?? kind) : `says “${withNames(event.text)}”`
}

/** Mentions as people read them, as far as the words tell whom they name. */
const withNames = (text: string): string =>
  text.replaceAll(`<@${bot.user}>`, '@Dayshift').replace(/<@\w+\|([^>]+)>/g, '@$1')

const presses = (said: Payload): string => {
  const [action] = said.actions ?? []
  if (!action) return 'presses something'
  const picked = [action.selected_option, ...(action.selected_options ?? [])].flatMap(
    one => one?.text.text ?? [],
  )
  const what = action.selected_date ?? picked.join(', ')
  if (action.type === 'button') return `presses ${action.text?.text ?? 'a button'}${within(said)}`
  if (what) return `picks ${what}${within(said)}`
  return `changes ${labelOf(said, action.block_id)}${within(said)}`
}

const nameOf = ({ view }: Payload): string =>
  view?.type === 'home' ? 'the Home' : (view?.title?.text ?? 'the form')

const within = (said: Payload): string => (said.view ? ` in ${nameOf(said)}` : '')

const labelOf = ({ view }: Payload, block: string | undefined): string =>
  view?.blocks.find(({ block_id }) => block_id === block)?.label?.text ?? 'a field'
