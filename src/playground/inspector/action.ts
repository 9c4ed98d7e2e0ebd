/** What went one way in an exchange, pretty-printed and without secrets; `left` tells how much of it is not kept. */
export type Body = { text: string; left: number }

/** What is wrong with an answer: its error's name, and what was said of it. */
export type Wrong = { error: string; messages: string[] }

/** One request and its answer, which it lacks as long as it is under way. */
export type Exchange = {
  /** Known for good: `12.3` is the third of action 12. */
  id: string
  to: 'bot' | 'service' | 'Slack'
  /** What it is in one word: a Web API method, an `action` of the service's, a kind of request. */
  name: string
  method: string
  path: string
  asked: Body
  answer?: { status: number; ms: number; body: Body; wrong?: Wrong }
}

/** One thing that somebody did and that the bot heard of, with all that came of it. */
export type Action = {
  id: string
  kind: string
  at: Date
  /** The id of who did it, where that is known. */
  person: string | undefined
  /** What they did, in words, as behind their name. */
  title: string
  exchanges: Exchange[]
  /** How many exchanges there were beyond those that are kept. */
  left: number
}

/** How much is kept: of actions, of the exchanges of one, of one body in characters, and of all bodies together. */
export const most = { actions: 100, exchanges: 100, body: 64 * 1024, all: 16 * 1024 * 1024 }

export const wrongOf = ({ answer }: Exchange): Wrong | undefined => answer?.wrong

/** What went wrong in an action, as a count. */
export const wrongsIn = ({ exchanges }: Action): number => exchanges.filter(wrongOf).length

/** How many characters an action holds. */
export const sizeOf = ({ exchanges }: Action): number =>
  exchanges.reduce((sum, { asked, answer }) => sum + asked.text.length + (answer?.body.text.length ?? 0), 0)
