import { z } from 'zod'
import { bot } from '../workspace.ts'
import type { Action, Body, Exchange } from './inspector.ts'

const words = z.object({ text: z.string() })

/** The parts of a payload that a title needs. */
const payload = z.object({
  user_id: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
  event: z.object({ type: z.string(), user: z.string().optional(), text: z.string().optional() }).optional(),
  command: z.string().optional(),
  text: z.string().optional(),
  actions: z
    .array(
      z.object({
        type: z.string(),
        block_id: z.string(),
        text: words.optional(),
        selected_option: z.object({ text: words }).nullish(),
        selected_options: z.array(z.object({ text: words })).nullish(),
        selected_date: z.string().nullish(),
      }),
    )
    .optional(),
  view: z
    .object({
      title: words.optional(),
      type: z.string(),
      blocks: z.array(z.object({ block_id: z.string(), label: words.optional() })),
    })
    .optional(),
  block_id: z.string().optional(),
  value: z.string().optional(),
  callback_id: z.string().optional(),
})
type Payload = z.output<typeof payload>

/** The person and what they did, in words that follow their name. */
export const describeAction = (
  kind: string,
  content: unknown,
): { person: string | undefined; title: string } => {
  const { success, data } = payload.safeParse(content)
  if (!success) return { person: undefined, title: kind }
  const { user, user_id, event } = data
  return { person: user?.id ?? user_id ?? event?.user, title: titleOf(kind, data) }
}

const titleOf = (kind: string, data: Payload): string => {
  const { command = '', text = '', value = '', callback_id = '', event } = data
  switch (kind) {
    case 'command':
      return withNames(`${command} ${text}`.trim())
    case 'block_actions':
      return titleOfPress(data)
    case 'view_submission':
      return `submits ${viewName(data)}`
    case 'block_suggestion':
      return `looks for “${value}” in ${fieldName(data, data.block_id)}`
    case 'shortcut':
    case 'message_action':
      return `uses the shortcut ${callback_id}`.trim()
    case 'page opened':
      return 'opens the private page'
    case 'page sent':
      return 'sends the private page'
    default:
      if (event?.type === 'app_home_opened') return 'opens the Home'
      return event?.text === undefined ? (event?.type ?? kind) : `says “${withNames(event.text)}”`
  }
}

const titleOfPress = (data: Payload): string => {
  const [action] = data.actions ?? []
  if (!action) return 'presses something'
  const where = data.view ? ` in ${viewName(data)}` : ''
  if (action.type === 'button') return `presses ${action.text?.text ?? 'a button'}${where}`
  const options = [action.selected_option ?? [], action.selected_options ?? []].flat()
  const picked = action.selected_date ?? options.map(({ text }) => text.text).join(', ')
  return picked ? `picks ${picked}${where}` : `changes ${fieldName(data, action.block_id)}${where}`
}

const withNames = (text: string): string =>
  text.replaceAll(`<@${bot.user}>`, '@Dayshift').replace(/<@\w+\|([^>]+)>/g, '@$1')

const viewName = ({ view }: Payload): string =>
  view?.type === 'home' ? 'the Home' : (view?.title?.text ?? 'the form')

const fieldName = ({ view }: Payload, block: string | undefined): string =>
  view?.blocks.find(({ block_id }) => block_id === block)?.label?.text ?? 'a field'

export const DIRECTIONS: Record<Exchange['to'], string> = {
  bot: 'to the bot',
  service: 'to the service',
  Slack: 'to Slack',
}

/** An action or an exchange as plain text, by its id. */
export const printById = (actions: readonly Action[], id: string): string | undefined => {
  const action = actions.find(each => each.id === id.split('.', 1)[0])
  if (!action) return undefined
  const { at, person, title, exchanges } = action
  const head = `${at.toISOString()} ${person ?? 'unknown'}: ${title}`
  if (action.id === id) return [head, ...exchanges.map(printExchange)].join('\n\n')
  const exchange = exchanges.find(each => each.id === id)
  return exchange && printExchange(exchange)
}

const printExchange = ({ to, name, method, path, asked, answer }: Exchange): string => {
  const { failure } = answer ?? {}
  const lines = [
    `${DIRECTIONS[to]}: ${name}`,
    `${method} ${path}`,
    printBody(asked),
    answer ? `${answer.status} after ${answer.ms} ms` : 'no answer yet',
    ...(failure ? [failure.error, ...failure.messages] : []),
    ...(answer ? [printBody(answer.body)] : []),
  ]
  return lines.filter(line => line !== '').join('\n')
}

const printBody = ({ text, left }: Body): string =>
  left > 0 ? `${text}\n… ${left} more characters, which are not kept` : text
