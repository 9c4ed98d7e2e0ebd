/** What an app has under way, where the playground cannot see it: an event is acknowledged long before it is done. */
export const createUnderWay = () => {
  const all = new Set<Promise<void>>()

  const add = (work: Promise<void>): Promise<void> => {
    all.add(work)
    return work.finally(() => all.delete(work))
  }

  return {
    /** Resolves or rejects as the work does, which is under way until then. */
    add,
    /** The same app, all of whose events are under way until they are done. */
    watched: <E>(app: { processEvent(event: E): Promise<void> }) => ({
      processEvent: (event: E): Promise<void> => add(app.processEvent(event)),
    }),
    /** Resolves when all is done that is under way now, however it ends. */
    idle: async (): Promise<void> => void (await Promise.allSettled(all)),
    /** Forgets what is under way, of which nobody waits for the end. */
    clear: (): void => all.clear(),
  }
}
