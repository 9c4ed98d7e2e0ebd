import { type FailureKind, ServiceError } from '../../service/contract/failure.ts'
import { NoOrganization, NotLinked, OtherOrganization, Refused } from '../errors.ts'
import { LinkUnreadable } from '../person.ts'

/** An error where there is room for one line, such as an option of a select. */
export function formatBrief(error: unknown, reference: string): string {
  if (error instanceof NotLinked || error instanceof LinkUnreadable)
    return 'You are not linked: /dayshift link'
  if (error instanceof NoOrganization) return 'No organization is chosen yet: /dayshift use'
  if (error instanceof OtherOrganization) return 'This is about another organization: /dayshift use'
  if (error instanceof Refused) return 'This cannot be done as things stand'
  const brief = error instanceof ServiceError ? BRIEF[error.kind] : 'Something went wrong inside Dayshift'
  return `${brief} (${reference})`
}

const BRIEF: Record<FailureKind, string> = {
  unauthorized: 'Your access token was refused: /dayshift link',
  forbidden: 'You are not allowed to see this',
  'not found': 'Your organization was not found: /dayshift use',
  conflict: 'The service refused to list them',
  invalid: 'The service refused to list them',
  limited: 'Too many requests: type again in a minute',
  timeout: 'The service is not answering: type again',
  unavailable: 'The service is not available: type again later',
  crowded: 'Too many requests at once: type again in a moment',
  'malformed answer': 'The service gave an answer I cannot read',
  interrupted: 'This was interrupted: try again',
}
