import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../../src/web/metrics/registry.ts'

describe('numbers for whoever watches the bot', () => {
  it('count what happens, by its labels', async () => {
    const { counter, text } = createRegistry()
    const asked = counter('asked_total', 'What was asked.')
    asked({ operation: 'plan.list', outcome: 'done' })
    asked({ operation: 'plan.list', outcome: 'done' })
    asked({ operation: 'a "quoted"\n\\ name', outcome: 'failed' })
    expect((await text()).split('\n')).toEqual([
      '# HELP asked_total What was asked.',
      '# TYPE asked_total counter',
      'asked_total{operation="plan.list",outcome="done"} 2',
      String.raw`asked_total{operation="a \"quoted\"\n\\ name",outcome="failed"} 1`,
      '',
    ])
  })

  it('tell how long things take, in seconds', async () => {
    const { histogram, text } = createRegistry()
    const took = histogram('took_seconds', 'How long it took.')
    for (const ms of [4, 60, 100, 40_000]) took(ms, { kind: 'command' })
    const lines = (await text()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE took_seconds histogram',
        'took_seconds_bucket{kind="command",le="0.005"} 1',
        'took_seconds_bucket{kind="command",le="0.05"} 1',
        'took_seconds_bucket{kind="command",le="0.1"} 3',
        'took_seconds_bucket{kind="command",le="30"} 3',
        'took_seconds_bucket{kind="command",le="+Inf"} 4',
        'took_seconds_sum{kind="command"} 40.164',
        'took_seconds_count{kind="command"} 4',
      ]),
    )
  })

  it('show how things stand when somebody looks, and leave out what cannot be read', async () => {
    const { gauge, text } = createRegistry()
    let waiting = 1
    gauge('waiting', 'Who waits.', () => waiting)
    gauge('entries', 'Entries by state.', async () => [
      [{ state: 'asked' }, 2],
      [{ state: 'done' }, 3],
    ])
    gauge('lost', 'What cannot be read.', () => Promise.reject(new Error('no store')))
    waiting = 5
    const lines = (await text()).split('\n').filter(line => !line.startsWith('#'))
    expect(lines).toEqual(['waiting 5', 'entries{state="asked"} 2', 'entries{state="done"} 3', ''])
  })

  it('do not grow with whatever comes from outside', async () => {
    const { counter, text } = createRegistry()
    const failed = counter('failed_total', 'What failed.')
    for (let at = 0; at < 1000; at++) failed({ error: `error_${at}` })
    const lines = (await text()).split('\n').filter(line => !line.startsWith('#'))
    expect(lines).toHaveLength(302)
    expect(lines).toContain('failed_total{error="other"} 700')
  })
})
