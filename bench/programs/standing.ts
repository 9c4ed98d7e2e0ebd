import { tell } from '../bench.ts'
import type { Asking } from '../load/asking.ts'
import { askOnAndOn } from '../load/closed.ts'
import { createRequests, type KindName, kinds } from '../load/requests.ts'
import { PEOPLE } from '../people.ts'
import type { Surroundings } from '../surroundings.ts'
import { type Program, type Running, run } from './program.ts'

/** Over so many connections is asked what is not measured. */
const CONNECTIONS = 16
/** So many requests of a kind come before those that are measured: until then much of the time goes into compiling. */
export const FIRST = 8000
/** So many come before each measure where there were as many before. */
const AGAIN = 300

/** Starts a program, which is there when it has answered a command. */
export function start(program: Program, surroundings: Surroundings): Promise<Running> {
  const { responseUrl } = surroundings
  const first = createRequests(kinds.read, responseUrl)
  const holds = program.messages?.includes('read') ? '' : kinds.read.holds
  return run(program, surroundings, () => ({ bytes: first.next().bytes, holds }))
}

export const asking = (running: Running, name: KindName, surroundings: Surroundings): Asking => ({
  running,
  name,
  requests: createRequests(kinds[name], surroundings.responseUrl),
  surroundings,
})

/** Lets everybody ask once, and all that is asked be asked often, so that everything is as it is after a while. */
export async function warmUp(
  running: Running,
  names: readonly KindName[],
  surroundings: Surroundings,
): Promise<void> {
  await askWhole(asking(running, 'read', surroundings), PEOPLE)
  for (const name of names)
    await askWhole(asking(running, name, surroundings), running.program.first ?? FIRST)
}

/** Lets programs stand side by side, warm, while something is asked of all; gives what comes of that. */
export async function sideBySide<P extends { program: Program }, T>(
  all: readonly P[],
  names: readonly KindName[],
  surroundings: Surroundings,
  use: (standing: readonly (P & { running: Running })[]) => Promise<T>,
): Promise<T> {
  const standing: (P & { running: Running })[] = []
  try {
    for (const each of all) {
      tell(`${each.program.name} starts`)
      const running = await start(each.program, surroundings)
      standing.push({ ...each, running })
      await warmUp(running, names, surroundings)
    }
    return await use(standing)
  } finally {
    for (const { running } of standing) await running.stop()
  }
}

/** So many may go wrong: where the machine stops for a while, the bot turns somebody away. */
const WRONG = 1 / 10

/** Asks some of a kind that are not measured, and throws where they are not answered as they should be. */
export async function askWhole(asked: Asking, count = AGAIN): Promise<void> {
  const { wrong } = await askOnAndOn(asked, CONNECTIONS, { count, whole: true })
  const { running, name } = asked
  if (wrong.length > count * WRONG)
    throw new Error(`${running.program.name} answers ${wrong.length} of ${count} (${name}) by ${wrong[0]}`)
}
