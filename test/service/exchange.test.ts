import { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { ABORTED, exchange } from '../../src/service/http.ts'

const request = { method: 'POST', path: '/', body: '{}' } as const

/** A dispatcher that starts the request when it is told to, and counts how often it could write it. */
function setUp() {
  let written = 0
  let dispatched = 0
  let handler: Dispatcher.DispatchHandler = {}
  class Told extends Dispatcher {
    override dispatch(_options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler) {
      handler = given
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
  return { dispatcher: new Told(), start, written: () => written, dispatched: () => dispatched }
}

const LIMITS = { ms: 5000 }
const never = () => new AbortController().signal

describe('an exchange', () => {
  it('ends at once when it is aborted while it waits for a connection, and is not written later', async () => {
    const { dispatcher, start, written } = setUp()
    const stop = new AbortController()
    const result = exchange(dispatcher, request, { signal: stop.signal, ...LIMITS })
    stop.abort()
    expect(await result).toEqual({ broken: ABORTED, written: false })
    start()
    expect(written()).toBe(0)
  })

  it('is not even begun when it was aborted before', async () => {
    const { dispatcher, dispatched } = setUp()
    const result = exchange(dispatcher, request, { signal: AbortSignal.abort(), ...LIMITS })
    expect(await result).toEqual({ broken: ABORTED, written: false })
    expect(dispatched()).toBe(0)
  })

  it('is written once, even when it is started anew behind its back', async () => {
    const { dispatcher, start, written } = setUp()
    const result = exchange(dispatcher, request, { signal: never(), ...LIMITS })
    start()
    start()
    expect(await result).toMatchObject({ written: true })
    expect(written()).toBe(1)
  })
})
