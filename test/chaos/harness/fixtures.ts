import { createClient } from '../../../src/service/client.ts'
import type { Answer } from '../../../src/service/contract/contract.ts'
import type { Actor, Intent } from './intent.ts'

/** The state of a plan in the service. */
export type PlanState = Omit<Answer<'listPlans'>['plans'][number], 'resources'> & {
  resources: string[]
  state: string | undefined
}

export type Fixtures = Awaited<ReturnType<typeof openFixtures>>

/** Calls the service without the fault proxy, to create what intents need and to read the result. */
export async function openFixtures(url: string) {
  const { call, close } = createClient({ url, timeoutMs: 30_000 })

  const credentialId = async ({ token, organization: { id: org_id } }: Actor): Promise<string | undefined> =>
    (await call('listCredentials', { org_id }, token)).credentials[0]?.id

  return {
    call,
    credentialId,

    /** Creates a plan, and resolves to its id. */
    async createPlan({ token, organization }: Actor, name: string): Promise<string> {
      const request = {
        org_id: organization.id,
        name,
        description: '',
        timezone: 'UTC+01:00',
        schedule: { days: ['mon' as const], start: '8', duration: 2 },
        state: 'active' as const,
      }
      const { plan_id = '' } = await call('createPlan', request, token)
      return plan_id
    },

    async pause(intent: Intent): Promise<void> {
      const { token, organization } = intent.person
      const [plan_id = ''] = intent.plans
      const days = { pause_start: '01/02/2028', pause_end: '02/02/2028', reason: 'as it was' }
      const { pause_id } = await call('pausePlan', { org_id: organization.id, plan_id, ...days }, token)
      intent.pause = pause_id
    },

    /** Adds resources to the first plan of an intent, in this order. */
    async resources({ person, plans: [plan_id = ''], why }: Intent, ...names: string[]): Promise<void> {
      const credential = (await credentialId(person)) ?? ''
      for (const name of names) {
        const id = `${name}-${why}`
        const resource = {
          resource_id: id,
          resource_name: id,
          instanceName: id,
          type: 'instance',
          credential,
          status: 'active',
          reason: '',
        }
        await call('addResource', { org_id: person.organization.id, plan_id, resource }, person.token)
      }
    },

    /** Resolves to all plans of a person's organization. */
    async plansOf({ token, organization: { id: org_id } }: Actor): Promise<PlanState[]> {
      const { plans } = await call('listPlans', { org_id }, token)
      return Promise.all(
        plans.map(async each => {
          const { plan } = await call('describePlan', { org_id, plan_id: each.id }, token)
          const resources = plan.resources?.map(({ resource_id }) => resource_id) ?? []
          return { ...each, resources, state: plan.state }
        }),
      )
    },

    close,
  }
}
