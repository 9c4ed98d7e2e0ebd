import { TICKET_MINUTES } from '../../storage/tickets.ts'
import type { Html } from './layout.ts'
import { noticePage } from './pages.ts'

/** What a browser gets. */
export type PageAnswer = { status: number; page: Html; allow?: string }

/** A ticket that stands for nothing. */
export const GONE: PageAnswer = {
  status: 404,
  page: noticePage(
    'This page is no longer open',
    `It works once, for ${TICKET_MINUTES} minutes and a few tries. If it worked, the answer is in Slack. Otherwise ask for it again in Slack, with /dayshift link or as you did before, and follow the new button.`,
  ),
}

/** Somebody else uses the ticket. */
export const IN_USE: PageAnswer = {
  status: 409,
  page: noticePage(
    'This is being done',
    'What you sent is under way, so it was not sent twice. The answer comes in Slack. If none comes, load this page again in a minute or two.',
  ),
}

/** What no page of ours sends. */
export const NOT_SO: Pick<PageAnswer, 'page'> = {
  page: noticePage(
    'This page does not work that way',
    'Nothing was done. Open the page by its button in Slack, fill it in and send it from there.',
  ),
}

/** A try that never began. Whatever failed: a proxy may put a page of its own in the place of a 5xx. */
export const NOT_BEGUN: PageAnswer = {
  status: 422,
  page: noticePage(
    'This did not work',
    'Something went wrong inside Dayshift before it began, so nothing was done. Go back and send it again in a moment.',
  ),
}

/** Where it is not known how far it came. */
export const FAILED: PageAnswer = {
  status: 422,
  page: noticePage(
    'This did not work',
    'Something went wrong inside Dayshift. If you sent something and it worked, the answer comes in Slack. Otherwise load this page again in a minute or two.',
  ),
}
