export type Results = ReturnType<typeof createResults>

/** What was measured: under a key, the value of every round. */
export function createResults() {
  const rounds = new Map<string, number[]>()
  const get = (key: string): readonly number[] => rounds.get(key) ?? []
  /** One as a multiple of the other, round by round. */
  const ratio = (key: string, of: string): number[] =>
    get(key).map((value, round) => value / (get(of)[round] ?? Number.NaN))
  return {
    get,
    ratio,
    add: (key: string, value: number): void => void rounds.set(key, [...get(key), value]),
    median: (key: string, unit?: string): string => formatRounds([median(get(key))], unit),
    spread: (key: string, unit?: string): string => formatRounds(get(key), unit),
    times: (key: string, of: string): string => formatRounds(ratio(key, of)),
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median of rounds, and the least and the most of them. */
export function formatRounds(values: readonly number[], unit = ''): string {
  if (values.length === 0 || values.some(Number.isNaN)) return '–'
  const [low, high] = [Math.min(...values), Math.max(...values)].map(formatNumber)
  return `${formatNumber(median(values))}${unit}${low === high ? '' : ` (${low}–${high})`}`
}

/** A number with three digits, or all of them in front of the point. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

export type Table = { title: string; about: string; head: readonly string[]; rows: readonly string[][] }

/** What is told of each program, by the heads of the columns. */
type Columns<T> = readonly (readonly [head: string, cell: (one: T) => string])[]

export const tableOf = <T extends { program: { name: string } }>(
  title: string,
  about: string,
  all: readonly T[],
  columns: Columns<T>,
): Table => ({
  title,
  about,
  head: ['', ...columns.map(([head]) => head)],
  rows: all.map(one => [one.program.name, ...columns.map(([, cell]) => cell(one))]),
})

/** The rows of a table in Markdown. */
export function formatTable({ head, rows }: Pick<Table, 'head' | 'rows'>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}
