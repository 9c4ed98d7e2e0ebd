import type { EndpointName, Request } from '../../src/service/contract/contract.ts'
import { everyEndpoint } from '../operations/every-endpoint.ts'
import { type Acme, openAcme, acme as org_id } from './running.ts'

/** What goes over the wire where people reach an endpoint, for each of them. */
const asked: { [N in EndpointName]: Request<N> } = Object.assign(
  {},
  ...Object.entries(everyEndpoint).map(([name, { query, body }]) => ({ [name]: { ...query, ...body } })),
)

/** A request for every endpoint, which the service does for whoever may ask it. */
export const examples = { ...asked, removeCredential: { ...asked.removeCredential, credential_id: '4' } }

/** Acme with a fourth credential, which serves no resource. */
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
