import process from 'node:process'
import {
  headersFor,
  listPath,
  pausedMessage,
  pauseOf,
  pausePath,
  readPaused,
  readPlans,
  serviceUrl,
} from './work.js'

/** What the frameworks' apps do alike: they ask the service by `fetch`, as the documents of all of them do. */

async function ask(user, method, path, body) {
  const response = await fetch(`${serviceUrl}${path}`, {
    method,
    headers: headersFor(user),
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return response.json()
}

/** The plans of somebody. */
export const plansOf = async user => readPlans(await ask(user, 'GET', listPath))

/** Pauses a plan for tomorrow, and gives what is told of it. */
export async function pause(user, { name, reason }) {
  const pausing = pauseOf(await plansOf(user), name, reason)
  return pausedMessage(user, pausing, readPaused(await ask(user, 'POST', pausePath, pausing.body)))
}

/** As many commands as the bot has operations, of which the two that are asked for stand in the middle. */
const others = Math.max(0, Number(process.env.LISTENERS) - 2)

/** Listens to one half of the commands that nobody asks for. */
export function listenToOthers(half, listen) {
  const [from, until] = half === 'first' ? [0, others / 2] : [others / 2, others]
  for (let index = from; index < until; index++) listen(`/other-${index}`)
}
