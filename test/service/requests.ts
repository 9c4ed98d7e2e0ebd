import { z } from 'zod'
import { contract, type EndpointName, type Request } from '../../src/service/contract/contract.ts'

/** Sample values: a member gets the first that the contract accepts. */
const SAMPLES = [
  'web-prod',
  '8',
  '07/12/2026',
  'bo@acme.test',
  'active',
  'member',
  8,
  true,
  ['mon'],
  { role: 'r' },
]

function sampleOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional) return sampleOf(schema.unwrap())
  if (schema instanceof z.ZodObject) return sampleAll(schema)
  return SAMPLES.find(sample => schema instanceof z.ZodType && schema.safeParse(sample).success)
}

const sampleAll = ({ shape }: Pick<z.ZodObject, 'shape'>) =>
  Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, sampleOf(member)]))

/** A request to each endpoint with every member of the contract. */
export const requests: { [N in EndpointName]: Request<N> } = Object.assign(
  {},
  ...Object.entries(contract).map(([name, { query, body }]) => ({
    [name]: { ...sampleAll(query), ...sampleAll(body) },
  })),
)
