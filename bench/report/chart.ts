import { isKnown, median, type Results } from './results.ts'

type Bar = { label: string; key: string; isOurs?: boolean }

const bars = (kind: string): Bar[] => [
  { label: 'Dayshift', key: `${kind} 16 rate dayshift`, isOurs: true },
  { label: 'Bolt', key: `${kind} 16 rate bolt` },
  { label: 'slack-edge', key: `${kind} 16 rate slack-edge` },
  { label: 'Chat SDK', key: `${kind} 16 rate chat-sdk` },
]

const GROUPS: readonly { title: string; bars: Bar[] }[] = [
  { title: 'Reads, answered in the ack', bars: bars('read') },
  { title: 'Reads, answered by response_url', bars: bars('respond') },
  { title: 'Type-ahead', bars: bars('typeahead') },
  {
    title: 'Durable changes, SQLite',
    bars: [
      { label: 'Dayshift', key: 'change 16 rate dayshift', isOurs: true },
      { label: 'Bolt + openworkflow', key: 'change 16 rate openworkflow' },
    ],
  },
  {
    title: 'Durable changes, PostgreSQL',
    bars: [
      { label: 'Dayshift', key: 'change 16 rate dayshift-postgres', isOurs: true },
      { label: 'Bolt + pg-boss', key: 'change 16 rate pg-boss' },
    ],
  },
]

const [WIDTH, LABEL, LONGEST, ROW] = [720, 170, 440, 20]

/** Answers a second over 16 connections, as an SVG that reads on a light and on a dark page. */
export function drawChart({ get }: Results): string {
  const all = GROUPS.flatMap(group => group.bars.map(({ key }) => get(key))).filter(isKnown)
  const perPixel = Math.max(...all.map(median)) / LONGEST
  let y = 0
  const text = (x: number, words: string, more = '') => `<text x="${x}" y="${y + 14}"${more}>${words}</text>`
  const rows = GROUPS.flatMap(group => {
    y += ROW / 2
    const title = text(0, group.title, ' font-weight="bold"')
    y += ROW
    const drawn = group.bars.map(({ label, key, isOurs }) => {
      const rate = isKnown(get(key)) ? median(get(key)) : 0
      const width = Math.max(1, Math.round(rate / perPixel))
      const bar = `<rect x="${LABEL}" y="${y + 3}" width="${width}" height="14" rx="2" fill="${isOurs ? '#2da44e' : '#8c959f'}"/>`
      const row = text(0, label) + bar + text(LABEL + width + 6, Math.round(rate).toLocaleString('en'))
      y += ROW
      return row
    })
    return [title, ...drawn]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + ROW / 2}" width="${WIDTH}" font-family="system-ui, sans-serif" font-size="13" fill="#768390">
<title>Answers a second over 16 connections</title>
${rows.join('\n')}
</svg>
`
}
