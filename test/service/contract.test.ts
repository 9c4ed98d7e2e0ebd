import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract, type EndpointName, titleOf } from '../../src/service/contract/contract.ts'
import type { Endpoint } from '../../src/service/contract/endpoint.ts'
import { days } from '../../src/service/contract/plans.ts'
import { roles } from '../../src/service/contract/users.ts'
import { nested, readDocument, readRows, type Shape } from './contract/document.ts'

/** The only allowed differences: where the code is more specific than the document. */
const beyondDocument: Record<string, { query?: Shape; body?: Shape }> = {
  'Create plan': { body: { 'schedule.duration': 'number 1-23' } },
  'Update plan': {
    body: {
      name: 'string optional',
      updates: 'map optional',
      'updates.timezone': 'string optional',
      'updates.schedule': 'map optional',
      dependancy: 'bool optional',
      state: 'string optional',
    },
  },
  'Update credential': {
    body: {
      'data.name': 'string optional',
      'data.comments': 'string optional',
      'data.specific': 'map of string to string optional',
    },
  },
  'List users': { query: { org_id: 'string or number' } },
  'Create organization': { body: { org_name: 'string' } },
  'Update organization': { body: { org_name: 'string' } },
}

const jsonSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.object({ type: z.string() })).optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
})

function shapeOf(schema: unknown): Shape {
  const { properties = {}, required } = jsonSchema.parse(schema)
  return Object.assign(
    {},
    ...Object.entries(properties).map(([name, member]) => {
      const optional = required.includes(name) ? '' : ' optional'
      const inner = jsonSchema.parse(member).properties === undefined ? {} : nested(name, shapeOf(member))
      return { [name]: `${typeOf(member)}${optional}`, ...inner }
    }),
  )
}

function typeOf(member: unknown): string {
  const schema = jsonSchema.parse(member)
  if (schema.anyOf) return schema.anyOf.map(each => each.type).join(' or ')
  if (schema.type === 'array') return 'list of string'
  if (schema.type === 'boolean') return 'bool'
  if (schema.type === 'object') return schema.properties ? 'map' : 'map of string to string'
  if (schema.type === 'string') return ['string', detailOf(schema)].filter(Boolean).join(' ')
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const limited = maximum < Number.MAX_SAFE_INTEGER
  return limited ? `number ${minimum}-${maximum}` : 'number'
}

function detailOf(schema: z.infer<typeof jsonSchema>): string {
  if (schema.pattern === String.raw`^\d{2}\/\d{2}\/\d{4}$`) return 'DD/MM/YYYY'
  const assumed: readonly string[][] = [[...roles], [...days]]
  const values = schema.enum?.join('/') ?? ''
  return assumed.some(list => list.join('/') === values) ? '' : values
}

const shapesOf = (schema: Endpoint['query']): Shape => shapeOf(z.toJSONSchema(schema, { io: 'input' }))

const document = readDocument()
const rows = readRows(document.founding ?? document.copy)
const names = Object.keys(contract).filter((name): name is EndpointName => name in contract)
const endpoints = names.map((name): [EndpointName, Endpoint] => [name, contract[name]])

describe('the contract and the interface document', () => {
  it('use the same document, of which the tests have an exact copy', () => {
    expect(document.copy).toBe(document.founding ?? document.copy)
  })

  it('list the same operations in the same order', () => {
    expect(names.map(titleOf)).toEqual(rows.map(row => row.title))
  })

  it.each(rows)('agree on $title: method, raw path, action, query and body', row => {
    const endpoint = endpoints.find(([name]) => titleOf(name) === row.title)?.[1]
    const beyond = beyondDocument[row.title] ?? {}
    expect({
      method: endpoint?.method,
      path: endpoint?.path,
      action: endpoint?.action,
      query: endpoint && shapesOf(endpoint.query),
      body: endpoint && shapesOf(endpoint.body),
    }).toEqual({
      method: row.method,
      path: row.path,
      action: row.action,
      query: { ...row.query, ...beyond.query },
      body: { ...row.body, ...beyond.body },
    })
  })

  it('differ in every listed difference', () => {
    const stale = rows.flatMap(row => {
      const { query = {}, body = {} } = beyondDocument[row.title] ?? {}
      const known = { ...row.query, ...row.body }
      return Object.entries({ ...query, ...body }).filter(([path, type]) => known[path] === type)
    })
    expect(stale).toEqual([])
    expect(rows.map(row => row.title)).toEqual(expect.arrayContaining(Object.keys(beyondDocument)))
  })
})

const sourceOf = (file: string) => readFileSync(`src/service/${file}`, 'utf8')
const nouns = readdirSync('src/service/contract')
  .filter(
    file =>
      file !== 'contract.ts' && sourceOf(`contract/${file}`).includes('satisfies Record<string, Endpoint>'),
  )
  .map(file => file.replace('.ts', ''))

describe('every endpoint', () => {
  it('is in the table of exactly one noun', async () => {
    const tables = await Promise.all(nouns.map(noun => import(`../../src/service/contract/${noun}.ts`)))
    const names = tables.flatMap((table, index) => Object.keys(table[nouns[index] ?? '']))
    expect(names.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  it.each(nouns)('of %s is handled in the file of that name', noun => {
    expect(readFileSync(`src/embedded-service/${noun}.ts`, 'utf8')).toContain(`HandlersOf<typeof ${noun}>`)
  })

  it.each(endpoints)('%s has disjoint members in query and body, none of them "action"', (_, endpoint) => {
    const query = Object.keys(endpoint.query.shape)
    const body = Object.keys(endpoint.body.shape)
    expect(query.filter(member => body.includes(member))).toEqual([])
    expect([...query, ...body]).not.toContain('action')
  })

  it.each(endpoints)('%s refuses members that are not in the document', (_, { query, body }) => {
    for (const schema of [query, body]) {
      const issues = schema.safeParse({ stray: 'member' }).error?.issues ?? []
      expect(issues.map(issue => issue.code)).toContain('unrecognized_keys')
    }
  })

  it('has a unique combination of method, path and action', () => {
    const routes = endpoints.map(([, { method, path, action }]) => `${method} ${path} ${action}`)
    expect(new Set(routes).size).toBe(endpoints.length)
  })
})
