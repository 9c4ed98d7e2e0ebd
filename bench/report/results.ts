/** What was measured: a value for every round, by what it is and of which program. */
export type Results = ReturnType<typeof createResults>

export function createResults() {
  const rounds = new Map<string, number[]>()
  const get = (key: string): readonly number[] => rounds.get(key) ?? []
  return {
    add(key: string, value: number): void {
      rounds.set(key, [...get(key), value])
    },
    get,
    /** One as a multiple of the other, round by round. */
    ratio(key: string, of: string): number[] {
      const others = get(of)
      return get(key).map((value, round) => value / (others[round] ?? Number.NaN))
    },
  }
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const isKnown = (values: readonly number[]): boolean => values.length > 0 && !values.some(Number.isNaN)

/** A number with as many digits as say something. */
export function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** The median of rounds, and what the least and the most of them were. */
export function formatSpread(values: readonly number[], unit = ''): string {
  if (!isKnown(values)) return '–'
  const [low, high] = [Math.min(...values), Math.max(...values)].map(formatNumber)
  const middle = `${formatNumber(median(values))}${unit}`
  return low === high ? middle : `${middle} (${low}–${high})`
}

export const formatMedian = (values: readonly number[], unit = ''): string =>
  isKnown(values) ? `${formatNumber(median(values))}${unit}` : '–'

export type Table = {
  title: string
  about: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A table in Markdown. */
export function formatTable(head: readonly string[], rows: Table['rows']): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}
