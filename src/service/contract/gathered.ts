import { firstOf, isObject, label, type Members, members } from './answer.ts'
import { isPause } from './pauses.ts'

/**
 * The document's item is malformed: a plan's own members may stand beside `pauses` or inside it, and `pauses` inside the
 * schedule or among them. What is missing beside is taken from inside, but the identifier never from an entry that is a
 * pause alone.
 */
export function gathered(value: unknown): unknown {
  const beside = members(value)
  const entries = pausesIn(beside)
  const holders = [beside, ...entries.filter(isPlanAlone), ...entries.filter(isPlanToo)]
  const own: Members = Object.assign({}, ...holders.toReversed())
  const identified = holders.find(holder => firstOf(holder, IDS) !== undefined)
  const id = firstOf(identified ?? {}, IDS)
  const pauses = entries
    .filter(entry => !isPlanAlone(entry))
    .map(entry => (entry === identified ? { ...entry, id: undefined } : entry))
  return { ...own, id, name: label.safeParse(own.name).data ?? id, pauses }
}

const DEEPEST = 3

/** All that stands among the pauses of a plan, wherever these stand, what stands there twice once. */
function pausesIn(holder: Members, depth = DEEPEST): Members[] {
  const entries = [holder.pauses, members(holder.schedule).pauses].flat().filter(Boolean)
  const all = entries.flatMap((each): Members[] => {
    const entry = isObject(each) ? members(each) : { each }
    return depth > 1 ? [entry, ...pausesIn(entry, depth - 1)] : [entry]
  })
  return [...new Map(all.map(entry => [JSON.stringify(entry), entry])).values()]
}

export const IDS = ['id', 'plan_id']

const OWN = [
  ...IDS,
  'name',
  'description',
  'timezone',
  'schedule',
  'pauses',
  'state',
  'dependancy',
  'resources',
]

/** Whether an entry among the pauses is nothing but a plan's own members, and so no pause that cannot be read. */
const isPlanAlone = (entry: Members): boolean =>
  !isPause(entry) && ('schedule' in entry || Object.keys(entry).every(key => OWN.includes(key)))

const isPlanToo = (entry: Members): boolean =>
  !isPlanAlone(entry) && ('name' in entry || 'schedule' in entry || 'resources' in entry)

/** The pauses of a plan that is described, which may stand as they do in a list; nothing where it tells of none. */
export function pausesOf(plan: Members): Members[] | undefined {
  const entries = pausesIn(plan)
  return entries.length > 0 || 'pauses' in plan ? entries.filter(entry => !isPlanAlone(entry)) : undefined
}
