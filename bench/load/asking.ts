import type { Program, Running } from '../programs/program.ts'
import type { Surroundings } from '../surroundings.ts'
import { type Kind, type KindName, kinds, type Requests } from './requests.ts'

/** Who is asked for what, and with what around it. */
export type Asking = { running: Running; name: KindName; requests: Requests; surroundings: Surroundings }

/** Whether a program answers a kind of request by what it sends to Slack, and not in the ack. */
export const answersAfterwards = ({ messages }: Program, name: KindName): boolean => {
  const { answered }: Kind = kinds[name]
  return answered === 'afterwards' || messages?.includes(name) === true
}

/** The least that an answer weighs: less is not one. */
export const LEAST_BYTES = 200
