import { contract } from '../../../src/service/contract/contract.ts'

/** Parses plans by the contract. */
export const read = {
  plans: (answer: unknown) => contract.listPlans.answer.parse(answer).plans,
  plan: (answer: unknown) => contract.describePlan.answer.parse(answer).plan,
}

/** A plan as in the document. */
export const own = {
  id: '7',
  name: 'web-prod',
  schedule: { start: '8', duration: '11', timezone: 'UTC+01:00', days: ['mon', 'fri'] },
  resources: 3,
}

/** The same plan after parsing. */
export const normal = {
  id: '7',
  name: 'web-prod',
  schedule: { days: ['mon', 'fri'], start: 8, duration: 11, timezone: 'UTC+01:00' },
  resources: 3,
}
