import { existsSync, readFileSync } from 'node:fs'

const founding = new URL('../../../../shared/service-interface.md', import.meta.url)
const copy = new URL('../service-interface.txt', import.meta.url)

/** Reads the interface document: the original if it exists, and the copy among the tests. */
export function readDocument(): { founding: string | undefined; copy: string } {
  return {
    founding: existsSync(founding) ? readFileSync(founding, 'utf8') : undefined,
    copy: readFileSync(copy, 'utf8'),
  }
}

/** The types of members in words (`number 1-23`) by path (`updates.schedule.start`). */
export type Shape = Record<string, string>

export type Row = { title: string; method: string; path: string; action: string; query: Shape; body: Shape }

/** Parses the rows of the tables under "Endpoints". */
export function readRows(document: string): Row[] {
  const [, endpoints = ''] = document.split('\n## Endpoints\n')
  const plan = planResource(document)
  return cellsOf(endpoints.split('\n## ')[0] ?? '')
    .filter(cells => cells.length === 7 && cells[0] !== 'Operation')
    .map(([title = '', method = '', path = '', action = '', query = '', body = '']) => {
      return { title, method, path, action, query: readShape(query, plan), body: readShape(body, plan) }
    })
}

/** Parses the table of a plan's resource, to which "see plan resource" refers. */
function planResource(document: string): Shape {
  const [, section = ''] = document.split('\n### Plan resource')
  const rows = cellsOf(section.split('\n### ')[0] ?? '').filter(([field]) => field !== 'Field')
  return Object.fromEntries(
    rows.map(([field = '', type = '', notes = '']) => [
      field,
      notes.startsWith('only for') ? `${type} optional` : type,
    ]),
  )
}

function cellsOf(table: string): string[][] {
  return table
    .split('\n')
    .filter(line => line.startsWith('|') && !line.startsWith('|--'))
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim()),
    )
}

function readShape(cell: string, plan: Shape): Shape {
  if (cell === '-' || cell === 'see gap below') return {}
  return Object.assign({}, ...splitMembers(cell).map(member => readMember(member, plan)))
}

/** Splits at commas outside of brackets. */
function splitMembers(text: string): string[] {
  let depth = 0
  return [...text]
    .map(char => {
      if ('{('.includes(char)) depth += 1
      if ('})'.includes(char)) depth -= 1
      return char === ',' && depth === 0 ? '\n' : char
    })
    .join('')
    .split('\n')
    .map(member => member.trim())
}

function readMember(member: string, plan: Shape): Shape {
  const [name = ''] = member.split(' ')
  const type = member.slice(name.length).trim()
  const inner = /^(?:map )?\{(.*)\}$/s.exec(type)?.[1]
  if (inner !== undefined) return { [name]: 'map', ...nested(name, readShape(inner, plan)) }
  if (type === 'map (see plan resource)') return { [name]: 'map', ...nested(name, plan) }
  return { [name]: readType(type) }
}

export function nested(name: string, shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([path, type]) => [`${name}.${path}`, type]))
}

/** Names in angle brackets are placeholders for values that each service defines. */
function readType(written: string): string {
  const values = [...written.matchAll(/`([^`]*)`/g)]
    .map(([, value = '']) => value)
    .filter(value => !value.startsWith('<'))
  const optional = written.includes('(optional') ? ' optional' : ''
  if (/^\d+-\d+$/.test(written)) return `number ${written}`
  if (written === '') return 'string'
  if (/^list\b/.test(written)) return 'list of string'
  if (written === 'map of string to string') return written
  if (written.endsWith('DD/MM/YYYY')) return 'string DD/MM/YYYY'
  if (values.length > 0) return `string ${values.join('/')}`
  return `${written.split(' ')[0]}${optional}`
}
