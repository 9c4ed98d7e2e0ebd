import { expect, it } from 'vitest'
import { type Field, value } from '../../../src/core/field.ts'
import { quantity } from '../../../src/operations/billing/subscribing.ts'
import { credential, kind, newSecrets } from '../../../src/operations/credentials/fields.ts'
import { member, memberReference, newcomer } from '../../../src/operations/members/fields.ts'
import { organization } from '../../../src/operations/organizations/fields.ts'
import { resource, resourceCredential } from '../../../src/operations/resources/fields.ts'

const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.test`
const reference = { id: '12', name: 'web "prod"' }
const plan = JSON.stringify({ id: '1', name: 'web-prod' })

/** The parts of a context that the fields use. */
const context = {
  kinds: ['aws', 'azure', 'gcp'],
  organization: { id: '1001', name: 'Acme' },
  profileOf: async () => ({ email: 'ana@acme.test' }),
  plans: async () => [],
  call: async () => ({ plan: { resources: [{ resource_id: 'i-1', resource_name: 'app' }] } }),
} as never

const rows: [string, Field<unknown, never>, unknown, Record<string, string>?][] = [
  ['a quantity', quantity, 25],
  ['an organization', organization, reference],
  ['a credential', credential, reference],
  ['a kind', kind, { id: 'b', name: 'azure' }],
  ['secrets', newSecrets, { tenant: 't', clientId: 'c', key: 'k' }, { kind: '{"id":"b","name":"azure"}' }],
  ['a person by e-mail', newcomer, { email: 'eve@acme.test' }],
  ['a person in Slack', newcomer, { email: 'ana@acme.test', user: 'U1ANA' }],
  ['a member', member, memberReference({ email: 'ana@acme.test', user: 'U1ANA' })],
  ['a resource', resource, { id: 'i-1', name: 'app' }, { plan }],
  ['the credential of a resource', resourceCredential, { ...reference, place: 'region' }],
]

it.each(rows)('%s can be read back from its formatted values', async (_, field, input, others = {}) => {
  expect(field.schema.parse(input)).toEqual(input)
  expect(await field.read({ ...others, ...field.format(input) }, context, undefined)).toEqual(value(input))
})

it('a member with a long e-mail is found by its shortened option', async () => {
  const { id } = memberReference({ email: long })
  const { member: option = '' } = member.format(memberReference({ email: long, user: 'U1ANA' }))
  expect(option.length).toBeLessThanOrEqual(150)
  expect(await member.read({ member: option }, context, undefined)).toMatchObject({
    value: { id, user: 'U1ANA' },
  })
})
