import { createClient } from '../../../src/service/client.ts'
import type { Call } from '../../../src/service/contract/contract.ts'
import type { Standing } from './deed.ts'
import type { Asker, Wish } from './wish.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** The way straight to the service, past everything that fails: what is to be there before a wish, and what is in the end. */
export async function openDesk(url: string) {
  const client = createClient({ url, timeoutMs: 30_000 })
  const { call } = client

  const asked = ({ person: { token, organization } }: Wish) => ({ token, org_id: organization.id })

  async function resource(wish: Wish, resource_id: string): Promise<void> {
    const { token, org_id } = asked(wish)
    const [plan_id = ''] = wish.plans
    const { credentials } = await call('listCredentials', { org_id }, token)
    await call(
      'addResource',
      {
        ...{ org_id, plan_id },
        resource: {
          ...{ resource_id, resource_name: resource_id, instanceName: resource_id, type: 'instance' },
          ...{ credential: credentials[0]?.id ?? '', status: 'active', reason: '' },
        },
      },
      token,
    )
  }

  return {
    call: call satisfies Call,

    async plan(wish: Wish, name: string): Promise<void> {
      const { token, org_id } = asked(wish)
      const schedule = { days: ['mon' as const], start: '8', duration: 2 }
      const request = {
        org_id,
        name,
        description: '',
        timezone: 'UTC+01:00',
        schedule,
        state: 'active' as const,
      }
      const { plan_id } = await call('createPlan', request, token)
      if (plan_id !== undefined) wish.plans.push(plan_id)
    },

    async credential(wish: Wish): Promise<string | undefined> {
      const { token, org_id } = asked(wish)
      return (await call('listCredentials', { org_id }, token)).credentials[0]?.id
    },

    async pause(wish: Wish): Promise<void> {
      const { token, org_id } = asked(wish)
      const [plan_id = ''] = wish.plans
      const days = { pause_start: '01/02/2028', pause_end: '02/02/2028', reason: 'as it was' }
      wish.pause = (await call('pausePlan', { org_id, plan_id, ...days }, token)).pause_id
    },

    async resources(wish: Wish, ...names: string[]): Promise<void> {
      for (const name of names) await resource(wish, `${name}-${wish.why}`)
    },

    /** Every plan that somebody's organization has. */
    async standing({ token, organization: { id: org_id } }: Asker): Promise<Standing[]> {
      const { plans } = await call('listPlans', { org_id }, token)
      return Promise.all(
        plans.map(async each => {
          const { plan } = await call('describePlan', { org_id, plan_id: each.id }, token)
          const resources = plan.resources?.map(({ resource_id }) => resource_id) ?? []
          return { ...each, resources, state: plan.state }
        }),
      )
    },

    close: client.close,
  }
}
