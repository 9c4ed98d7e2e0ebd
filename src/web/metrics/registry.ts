type Labels = Readonly<Record<string, string>>

/** What a gauge shows: one number, or one for each set of labels. */
type Reading = number | readonly (readonly [Labels, number])[]

/** Beyond so many sets of labels a metric says `other`: labels come from outside, and nobody may fill the memory. */
const MOST_SERIES = 300

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30]

/**
 * Numbers for whoever watches the bot, in Prometheus' text format
 * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). Not prom-client, whose last version is
 * of 2024: it takes 30 ms and 10 MB of each start, even joined, twice as long for each number, and knows no bound of labels.
 */
export function createRegistry() {
  const metrics: { name: string; kind: string; help: string; lines(): Promise<string[]> | string[] }[] = []

  /** The state of each set of labels, made where it is new. */
  function seriesOf<T>(make: () => T) {
    const series = new Map<string, { labels: Labels; state: T }>()
    const add = (key: string, labels: Labels): T => {
      const state = make()
      series.set(key, { labels, state })
      return state
    }
    return {
      all: () => [...series.values()].map(({ labels, state }) => [written(labels), state] as const),
      at(labels: Labels): T {
        const known = series.get(keyOf(labels))
        if (known) return known.state
        if (series.size < MOST_SERIES) return add(keyOf(labels), labels)
        const other = others(labels)
        return series.get(keyOf(other))?.state ?? add(keyOf(other), other)
      },
    }
  }

  const readAs =
    (kind: string) =>
    (name: string, help: string, read: () => Reading | Promise<Reading>): void => {
      const lines = async () => {
        const reading = await read()
        const all = typeof reading === 'number' ? [[{}, reading] as const] : reading
        return all.map(([labels, value]) => `${name}${braced(written(labels))} ${value}`)
      }
      metrics.push({ name, kind, help, lines })
    }

  return {
    /** Something that is counted; it only grows. */
    counter(name: string, help: string) {
      const { all, at } = seriesOf(() => ({ count: 0 }))
      const lines = () => all().map(([labels, { count }]) => `${name}${braced(labels)} ${count}`)
      metrics.push({ name, kind: 'counter', help, lines })
      return (labels: Labels = {}): void => {
        at(labels).count += 1
      }
    },

    /** How long something takes; it is given in milliseconds, and shown in seconds. */
    histogram(name: string, help: string) {
      const { all, at } = seriesOf(() => ({ sum: 0, buckets: SECONDS.map(() => 0), count: 0 }))
      const lines = () =>
        all().flatMap(([labels, { sum, buckets, count }]) => [
          ...SECONDS.map((le, index) => `${name}_bucket${braced(labels, `le="${le}"`)} ${buckets[index]}`),
          `${name}_bucket${braced(labels, 'le="+Inf"')} ${count}`,
          `${name}_sum${braced(labels)} ${sum}`,
          `${name}_count${braced(labels)} ${count}`,
        ])
      metrics.push({ name, kind: 'histogram', help, lines })
      return (ms: number, labels: Labels = {}): void => {
        const state = at(labels)
        state.sum += ms / 1000
        state.count += 1
        const first = SECONDS.findIndex(limit => ms / 1000 <= limit)
        for (let at = first; at >= 0 && at < SECONDS.length; at++)
          state.buckets[at] = (state.buckets[at] ?? 0) + 1
      }
    },

    /** Something that goes up and down, read whenever somebody looks. What cannot be read is left out. */
    gauge: readAs('gauge'),

    /** Something that only grows, and is counted elsewhere: read in the same way. */
    total: readAs('counter'),

    /** All of it as text. */
    async text(): Promise<string> {
      const told = await Promise.allSettled(metrics.map(async metric => metric.lines()))
      const parts = metrics.flatMap(({ name, kind, help }, index) => {
        const lines = told[index]
        return [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${kind}`,
          ...(lines?.status === 'fulfilled' ? lines.value : []),
        ]
      })
      return `${parts.join('\n')}\n`
    },
  }
}

const others = (labels: Labels): Labels =>
  Object.fromEntries(Object.keys(labels).map(name => [name, 'other']))

/** Cheap, since it is made for everything that happens. */
function keyOf(labels: Labels): string {
  let key = ''
  for (const name in labels) key += `${labels[name]}\n`
  return key
}

const written = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`)
    .join(',')

const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`)

const braced = (...parts: string[]): string => {
  const labels = parts.filter(Boolean).join(',')
  return labels ? `{${labels}}` : ''
}
