import { contract } from '../../../src/service/contract/contract.ts'

/** How the contract reads plans. */
export const read = {
  plans: (answer: unknown) => contract.listPlans.answer.parse(answer).plans,
  plan: (answer: unknown) => contract.describePlan.answer.parse(answer).plan,
}

/** A plan as the document gives it. */
export const own = {
  id: '7',
  name: 'web-prod',
  schedule: { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon', 'fri'] },
  resources: 3,
}

/** The same plan as it is read. */
export const normal = {
  id: '7',
  name: 'web-prod',
  schedule: { days: ['mon', 'fri'], start: 8, duration: 11, timezone: 'UTC+01:00' },
  resources: 3,
}
