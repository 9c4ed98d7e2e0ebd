import type { App } from '@slack/bolt'
import type { Operation } from '../operation.ts'
import { answerCommands } from './commands.ts'
import { answerDepartures, type Forget } from './departures.ts'
import type { Doors } from './doors.ts'
import { answerEvents } from './events.ts'
import { answerHomes } from './home.ts'
import { answerPresses } from './presses.ts'
import { answerShortcuts } from './shortcuts.ts'
import { answerSubmissions } from './submissions.ts'
import { answerSuggestions } from './suggestions.ts'
import { TurnedDown } from './turned-away.ts'

type Parts = Omit<Doors, 'operations'> & { operations: readonly Operation[]; forget: Forget }

/** Registers one listener for each kind of request; what a request is about is found by map. */
export function listen(app: App, { operations, ...parts }: Parts): void {
  const doors: Doors = { ...parts, operations: new Map(operations.map(each => [each.id, each])) }
  answerDepartures(app, parts)
  answerCommands(app, doors)
  answerEvents(app, doors)
  answerHomes(app, doors)
  answerShortcuts(app, doors)
  answerPresses(app, doors)
  answerSubmissions(app, doors)
  answerSuggestions(app, doors)
  app.error(async error => {
    if (error instanceof TurnedDown) throw error
    doors.log.error({ err: error }, 'a request failed')
  })
}
