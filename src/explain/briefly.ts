import { NoOrganization, NotLinked, OtherOrganization, Refused } from '../errors.ts'
import { LinkUnreadable } from '../links/store.ts'
import { type FailureKind, ServiceError } from '../service/failure.ts'

/** An error where there is room for a line alone, such as an option of a select. */
export function briefly(error: unknown, reference: string): string {
  if (error instanceof NotLinked || error instanceof LinkUnreadable)
    return 'You are not linked: /dayshift link'
  if (error instanceof NoOrganization) return 'You use no organization yet: /dayshift use'
  if (error instanceof OtherOrganization) return 'This is about another organization: /dayshift use'
  if (error instanceof Refused) return 'This cannot be done as things are'
  const brief = error instanceof ServiceError ? BRIEFLY[error.kind] : 'Something went wrong inside Dayshift'
  return `${brief} (${reference})`
}

const BRIEFLY: Record<FailureKind, string> = {
  unauthorized: 'Your access token is refused: /dayshift link',
  forbidden: 'You are not allowed to see this',
  'not found': 'Your organization is not found: /dayshift use',
  conflict: 'The service refused to list them',
  invalid: 'The service refused to list them',
  limited: 'Too many requests: type again in a minute',
  timeout: 'The service does not answer: type again',
  unavailable: 'The service is not available: type again later',
  crowded: 'Too much is asked at once: type again in a moment',
  'malformed answer': 'The service gave an answer that cannot be read',
  interrupted: 'This was interrupted: try again',
}
