const rounds = new Map<string, number[]>()

/** The measured values of all rounds by key. */
export const results = {
  get: (key: string): readonly number[] => rounds.get(key) ?? [],
  add: (key: string, value: number): void => void rounds.set(key, [...results.get(key), value]),
  /** Returns one as a multiple of the other, round by round. */
  ratio: (key: string, of: string): number[] =>
    results.get(key).map((value, round) => value / (results.get(of)[round] ?? Number.NaN)),
  median: (key: string, unit?: string): string => formatRounds([median(results.get(key))], unit),
  spread: (key: string, unit?: string): string => formatRounds(results.get(key), unit),
  times: (key: string, of: string): string => formatRounds(results.ratio(key, of)),
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Formats the median of rounds with their minimum and maximum. */
export function formatRounds(values: readonly number[], unit = ''): string {
  if (values.length === 0 || values.some(Number.isNaN)) return '–'
  const [low, high] = [Math.min(...values), Math.max(...values)].map(formatNumber)
  return `${formatNumber(median(values))}${unit}${low === high ? '' : ` (${low}–${high})`}`
}

/** Formats a number with three significant digits, or without decimals from 100. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** A column: its head, and its cell for a program by the id of its results. */
export type Column = readonly [head: string, cell: (id: string) => string]

/** Formats a section in Markdown: a table with a row per program, which begins with its name. */
export function tableOf(
  title: string,
  about: string,
  all: readonly { id: string; program: { name: string } }[],
  columns: readonly Column[],
): string {
  const rows = all.map(({ id, program }) => [program.name, ...columns.map(([, cell]) => cell(id))])
  const heads = columns.map(([head]) => head)
  return `### ${title}\n\n${about}\n\n${formatTable(heads, rows)}\n`
}

/** Formats a table in Markdown, without a head of the first column. */
export function formatTable(heads: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(['', ...heads]), line(['---', ...heads.map(() => '--:')]), ...rows.map(line)].join('\n')
}
