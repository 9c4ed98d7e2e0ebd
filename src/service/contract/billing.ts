import { z } from 'zod'
import { count, label, layers, list, loose, members, pick, text } from './answer.ts'
import { type Endpoint, get, ofOrganization, post } from './endpoint.ts'

const organization = z.object({
  id: loose(label),
  name: loose(label),
  owner: loose(label),
  resources: loose(count),
})

const subscription = z.object({ quantity: loose(label), payment_exp: loose(label), plan: loose(label) })

/** Assumed: the records are in a list of one of these names, else in the first list. */
function records(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer
  const others = layers(answer).flatMap(layer => Object.values(layer))
  return list(answer, ['history', 'invoices']) ?? others.find(Array.isArray)
}

const cell = z.union([
  text,
  z.boolean().transform(String),
  z.unknown().transform(value => JSON.stringify(value)),
])

const webAddress = z.url({ protocol: /^https?$/ })

/** Every web address in an answer, up to `depth` levels deep. */
function addressesIn(answer: unknown, depth = 5): string[] {
  const { data } = webAddress.safeParse(answer)
  if (data !== undefined) return [data]
  if (typeof answer !== 'object' || answer === null || depth === 0) return []
  return Object.values(answer).flatMap(value => addressesIn(value, depth - 1))
}

/** Assumed: a link is in `link`, `url` or `payment_link`, or is the only web address in the answer. */
const linkAnswer = z.preprocess(
  answer => {
    const named = webAddress.safeParse(pick(answer, ['link', 'url', 'payment_link'])).data
    const [only, another] = addressesIn(answer)
    return { link: named ?? (another === undefined ? only : undefined) }
  },
  z.object({ link: loose(webAddress) }),
)

/** Instances. */
const quantity = z.number().int().min(1)

/** In a query every value is text. */
const quantityInQuery = z.coerce.number<number>().pipe(quantity)

const UPDATE = '/v1/organizations/billing/update'

export const billing = {
  describeBilling: get('/v1/organizations/billing/describe', 'getorganization', {
    body: ofOrganization,
    answer: z.preprocess(
      answer => ({
        organization: pick(answer, ['organization']),
        subscription: pick(answer, ['subscription']),
      }),
      z.object({ organization, subscription: loose(subscription) }),
    ),
  }),

  billingHistory: get('/v1/organizations/billing/history', 'list_billing', {
    query: ofOrganization,
    answer: z.preprocess(
      answer => ({ history: records(answer) }),
      z.object({ history: z.array(z.preprocess(members, z.record(z.string(), cell))) }),
    ),
  }),

  createSubscription: post(UPDATE, 'getpaymentlink', {
    query: ofOrganization.extend({ quantity: quantityInQuery }),
    answer: linkAnswer,
  }),

  changePaymentMethod: post(UPDATE, 'getupdatecardlink', {
    body: ofOrganization,
    answer: linkAnswer,
  }),

  updateSubscription: post(UPDATE, 'updatesubscription', {
    body: ofOrganization.extend({ quantity }),
  }),

  cancelSubscription: post(UPDATE, 'cancelsubscription', {
    body: ofOrganization,
  }),
} satisfies Record<string, Endpoint>
