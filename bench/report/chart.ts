import { formatNumber, median, results } from './results.ts'

const READERS = { dayshift: 'Dayshift', bolt: 'Bolt', 'slack-edge': 'slack-edge', 'chat-sdk': 'Chat SDK' }
const ON_SQLITE = { dayshift: 'Dayshift', openworkflow: 'Bolt + openworkflow' }
const ON_POSTGRES = { 'dayshift-postgres': 'Dayshift', 'pg-boss': 'Bolt + pg-boss' }
const GROUPS = [
  { title: 'Reads, answered in the ack', kind: 'read', bars: READERS },
  { title: 'Reads, answered by response_url', kind: 'respond', bars: READERS },
  { title: 'Type-ahead', kind: 'typeahead', bars: READERS },
  { title: 'Durable changes, SQLite', kind: 'change', bars: ON_SQLITE },
  { title: 'Durable changes, PostgreSQL', kind: 'change', bars: ON_POSTGRES },
]
const [WIDTH, LABEL, LONGEST, ROW] = [720, 160, 480, 20]

/** Draws the answers per second over 16 connections as an SVG for light and dark pages. */
export function drawChart(): string {
  const rateOf = (kind: string, id: string) => median(results.get(`${kind} 16 rate ${id}`)) || 0
  const rates = GROUPS.flatMap(({ kind, bars }) => Object.keys(bars).map(id => rateOf(kind, id)))
  const lines = ['<title>Answers a second over 16 connections</title>']
  let y = 0
  const write = (x: number, words: string, more = '') =>
    void lines.push(`<text x="${x}" y="${y}"${more}>${words}</text>`)
  for (const { title, kind, bars } of GROUPS) {
    y += 1.5 * ROW
    write(0, title, ' font-weight="bold"')
    for (const [id, label] of Object.entries(bars)) {
      y += ROW
      const rate = rateOf(kind, id)
      const width = (rate / Math.max(...rates, 1)) * LONGEST
      const fill = label === 'Dayshift' ? '#2da44e' : '#8c959f'
      write(0, label)
      lines.push(`<rect x="${LABEL}" y="${y - 12}" width="${width.toFixed(1)}" height="15" fill="${fill}"/>`)
      write(LABEL + width + 6, formatNumber(Math.round(rate)))
    }
  }
  const size = `viewBox="0 0 ${WIDTH} ${y + ROW}" width="${WIDTH}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="13" fill="#768390">\n${lines.join('\n')}\n</svg>\n`
}
