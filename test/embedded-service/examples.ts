import type { EndpointName, Request } from '../../src/service/contract/contract.ts'
import { everyEndpoint } from '../operations/every-endpoint.ts'
import { type Acme, openAcme, acme as org_id } from './running.ts'

/** The request that people trigger, for each endpoint. */
const calls: { [N in EndpointName]: Request<N> } = Object.assign(
  {},
  ...Object.entries(everyEndpoint).map(([name, { query, body }]) => ({ [name]: { ...query, ...body } })),
)

/** A request for every endpoint that succeeds for anyone with the required role. */
export const examples = { ...calls, removeCredential: { ...calls.removeCredential, credential_id: '4' } }

/** Opens Acme with a fourth credential, which no resource uses. */
export async function openAcmeForExamples(): Promise<Acme> {
  const acme = await openAcme()
  await acme.as('ana', 'createCredential', {
    org_id,
    type: 'gcp',
    name: 'spare',
    specific: { project: 'spare' },
    comments: '',
  })
  return acme
}
