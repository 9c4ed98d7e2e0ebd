import { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { ABORTED, exchange } from '../../src/service/http.ts'

const request = { method: 'POST', path: '/', body: '{}' } as const

/** Creates a dispatcher that starts a request on demand and counts writes. */
function setUp() {
  let written = 0
  let dispatched = 0
  let handler: Dispatcher.DispatchHandler = {}
  class ManualDispatcher extends Dispatcher {
    override dispatch(_options: Dispatcher.DispatchOptions, newHandler: Dispatcher.DispatchHandler) {
      handler = newHandler
      dispatched++
      return true
    }
  }
  const start = () => {
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      pause: () => undefined,
      resume: () => undefined,
      abort: reason => {
        written--
        handler.onResponseError?.(controller, reason)
      },
    }
    written++
    handler.onRequestStart?.(controller, null)
  }
  return { dispatcher: new ManualDispatcher(), start, written: () => written, dispatched: () => dispatched }
}

const LIMITS = { ms: 5000 }
const never = () => new AbortController().signal

describe('an exchange', () => {
  it('ends when aborted while waiting for a connection, and is not written later', async () => {
    const { dispatcher, start, written } = setUp()
    const stop = new AbortController()
    const result = exchange(dispatcher, request, { signal: stop.signal, ...LIMITS })
    stop.abort()
    expect(await result).toEqual({ broken: ABORTED, written: false })
    start()
    expect(written()).toBe(0)
  })

  it('is not dispatched if it was aborted before', async () => {
    const { dispatcher, dispatched } = setUp()
    const result = exchange(dispatcher, request, { signal: AbortSignal.abort(), ...LIMITS })
    expect(await result).toEqual({ broken: ABORTED, written: false })
    expect(dispatched()).toBe(0)
  })

  it('is written once, even if the dispatcher starts it again', async () => {
    const { dispatcher, start, written } = setUp()
    const result = exchange(dispatcher, request, { signal: never(), ...LIMITS })
    start()
    start()
    expect(await result).toMatchObject({ written: true })
    expect(written()).toBe(1)
  })
})
