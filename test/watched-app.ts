import type { App } from '@slack/bolt'

/** The app, with what it has under way put into `work`. */
export function watched(app: App, work: Set<Promise<void>>): Pick<App, 'processEvent'> {
  return {
    processEvent: event => {
      const done = app.processEvent(event)
      work.add(done)
      return done.finally(() => work.delete(done))
    },
  }
}
