/** What is told of one thing that was measured. */
export type Table = {
  title: string
  about: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A table as Markdown. */
export function writeTable({ title, about, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'))
  return [`### ${title}`, '', about, '', line(head), line(rule), ...rows.map(line), ''].join('\n')
}

/** A number with as many digits as say something. */
export function number(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : 2)
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
