import { formatNumber, median, type Results } from './results.ts'

const READERS = { dayshift: 'Dayshift', bolt: 'Bolt', 'slack-edge': 'slack-edge', 'chat-sdk': 'Chat SDK' }
const GROUPS = [
  { title: 'Reads, answered in the ack', kind: 'read', bars: READERS },
  { title: 'Reads, answered by response_url', kind: 'respond', bars: READERS },
  { title: 'Type-ahead', kind: 'typeahead', bars: READERS },
  {
    title: 'Durable changes, SQLite',
    kind: 'change',
    bars: { dayshift: 'Dayshift', openworkflow: 'Bolt + openworkflow' },
  },
  {
    title: 'Durable changes, PostgreSQL',
    kind: 'change',
    bars: { 'dayshift-postgres': 'Dayshift', 'pg-boss': 'Bolt + pg-boss' },
  },
]
const [WIDTH, LABEL, LONGEST, ROW] = [720, 160, 480, 20]

/** Answers a second over 16 connections, as an SVG that reads on a light and on a dark page. */
export function drawChart({ get }: Results): string {
  const rateOf = (kind: string, id: string) => median(get(`${kind} 16 rate ${id}`)) || 0
  const rates = GROUPS.flatMap(({ kind, bars }) => Object.keys(bars).map(id => rateOf(kind, id)))
  const most = Math.max(...rates, 1)
  let y = 0
  const text = (x: number, words: string, more = '') => `<text x="${x}" y="${y}"${more}>${words}</text>`
  const lines = GROUPS.flatMap(({ title, kind, bars }) => {
    y += 1.5 * ROW
    const heading = text(0, title, ' font-weight="bold"')
    const rows = Object.entries(bars).map(([id, label]) => {
      y += ROW
      const rate = rateOf(kind, id)
      const width = (rate / most) * LONGEST
      const fill = label === 'Dayshift' ? '#2da44e' : '#8c959f'
      const bar = `<rect x="${LABEL}" y="${y - 12}" width="${width.toFixed(1)}" height="15" fill="${fill}"/>`
      return text(0, label) + bar + text(LABEL + width + 6, formatNumber(Math.round(rate)))
    })
    return [heading, ...rows]
  })
  const size = `viewBox="0 0 ${WIDTH} ${y + ROW}" width="${WIDTH}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="13" fill="#768390">\n<title>Answers a second over 16 connections</title>\n${lines.join('\n')}\n</svg>\n`
}
