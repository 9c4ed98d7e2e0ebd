import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Activity } from '../activity.ts'
import type { Parts } from './parts.ts'
import type { Page } from './places.ts'
import { regionsOf } from './regions.ts'

/** Changes that come at once are told at once. */
const GATHER_MS = 15

/** Tells open pages what became of their regions, for as long as they listen. */
export const createStreams = (
  parts: Parts,
  activity: Pick<Activity, 'watch'>,
  changed: (page: Page) => void,
) => {
  const open = new Set<() => void>()

  /** Sends every region of a page that is not as it was sent last; all of them at first. */
  const follow = (c: Context, page: Page, isInspecting: boolean): Response =>
    streamSSE(c, async stream => {
      const sent: string[] = []
      const tell = async () => {
        changed(page)
        const regions = await Promise.all(regionsOf(parts, page, isInspecting))
        const fresh = regions.filter((region, index) => region.toString() !== sent[index])
        regions.forEach((region, index) => {
          sent[index] = region.toString()
        })
        for (const region of fresh) await stream.writeSSE({ event: 'region', data: region.toString() })
      }
      const { promise: over, resolve: end, reject: fail } = Promise.withResolvers<void>()
      let telling = Promise.resolve()
      const tellNext = () => {
        telling = telling.then(tell)
        // What cannot be drawn ends this page's stream, and nothing else.
        telling.catch(fail)
      }
      let due: NodeJS.Timeout | undefined
      const stop = activity.watch(() => {
        due ??= setTimeout(() => {
          due = undefined
          tellNext()
        }, GATHER_MS)
      })
      open.add(end)
      stream.onAbort(end)
      tellNext()
      try {
        await over
      } finally {
        stop()
        clearTimeout(due)
        open.delete(end)
      }
      await telling
    })

  return {
    follow,
    /** Ends all of them: a server that closes waits for nobody who only listens. */
    close: () => {
      for (const end of open) end()
    },
  }
}
