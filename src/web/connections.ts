import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Nobody whom we serve asks for the next before they have the last; Slack and its proxies do not. */
const MOST_UNANSWERED = 8
/** So long a connection that is to be closed may still bring what was sent before its other end could know. */
const LINGER_MS = 500

/**
 * Watches over the connections of a server, of which Node itself only sees to it that requests come in whole. Whoever does
 * not read for `stalledMs` what they asked for is let go, and so is whoever asks for too much at once: their answers are
 * held in memory. A connection that waits for us stays, however long. Of more than `most` the oldest over which
 * nothing is asked is closed, else the newest.
 */
export function watchConnections(server: Server, stalledMs: number, most = Number.POSITIVE_INFINITY) {
  const unanswered = new Map<Socket, Set<ServerResponse>>()
  let stage: 'serving' | 'leaving' | 'over' = 'serving'

  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket.once('close', () => open.delete(socket)))
    if (open.size <= most) return
    const oldest = open.values().find(each => !each.destroyed && !unanswered.has(each)) ?? socket
    oldest.destroy()
  })

  server.setTimeout(stalledMs, (socket: Socket) => {
    // Once everything is answered it is the time of an idle connection that is over.
    if (socket.writableLength > 0 || !unanswered.has(socket)) socket.destroy()
  })

  return {
    /** Takes a request that is to be answered; false where its connection is let go instead. */
    take(socket: Socket, response: ServerResponse): boolean {
      const responses = unanswered.get(socket) ?? new Set()
      if (responses.size >= MOST_UNANSWERED) {
        socket.destroy()
        return false
      }
      unanswered.set(socket, responses.add(response))
      if (stage !== 'serving') response.shouldKeepAlive = false
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0) unanswered.delete(socket)
        // One whose answer had begun before `leave` does not close by itself.
        if (stage === 'over') server.closeIdleConnections()
      })
      return true
    },

    /**
     * Takes no new connections, and closes those that there are: with the next answer, which says so, or after a while
     * in which nothing came. Whoever reuses one at this moment is served and not cut off. Resolves when all are closed
     * that `listening` have taken.
     */
    async leave(listening: readonly NetServer[]): Promise<void> {
      stage = 'leaving'
      for (const response of [...unanswered.values()].flatMap(each => [...each]))
        response.shouldKeepAlive = false
      // That of node:http closes at once whatever is idle.
      const closed = listening.map(each => once(each, 'close'))
      for (const each of listening) NetServer.prototype.close.call(each)
      const timer = setTimeout(() => {
        stage = 'over'
        server.close()
      }, LINGER_MS)
      await Promise.all(closed)
      clearTimeout(timer)
    },

    /** After `leave`, for a server that listens anew. */
    stay(): void {
      stage = 'serving'
    },
  }
}
