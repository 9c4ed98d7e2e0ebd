import type { Action, Body, Exchange } from './action.ts'

/** The direction of an exchange, in words. */
export const WAYS: Record<Exchange['to'], string> = {
  bot: 'to the bot',
  service: 'to the service',
  Slack: 'to Slack',
}

/** An action or one exchange of it as plain text, by its id, whole as far as it is kept; nothing where it is not. */
export const textOf = (actions: readonly Action[], id: string): string | undefined => {
  const action = actions.find(each => each.id === id.split('.', 1)[0])
  if (action?.id === id) return [headOf(action), ...action.exchanges.map(written)].join('\n\n')
  const exchange = action?.exchanges.find(each => each.id === id)
  return exchange && written(exchange)
}

const headOf = ({ at, person, title }: Action) => `${at.toISOString()} ${person ?? 'somebody'}: ${title}`

const written = ({ to, name, method, path, asked, answer }: Exchange): string =>
  [
    `${WAYS[to]}: ${name}`,
    `${method} ${path}`,
    whole(asked),
    answer ? `${answer.status} after ${answer.ms} ms` : 'no answer yet',
    ...(answer?.wrong ? [[answer.wrong.error, ...answer.wrong.messages].join('\n')] : []),
    ...(answer ? [whole(answer.body)] : []),
  ]
    .filter(part => part !== '')
    .join('\n')

const whole = ({ text, left }: Body): string =>
  left > 0 ? `${text}\n… ${left} more characters, which are not kept` : text
