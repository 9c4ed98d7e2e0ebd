import { expect, it } from 'vitest'
import { kept } from '../../../src/web/metrics/kept.ts'

it('what is kept is asked for once in its time, however many want it', async () => {
  let [time, asked] = [0, 0]
  const read = kept(
    async () => ++asked,
    1000,
    () => time,
  )
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  time = 999
  expect(await read()).toBe(1)
  time = 1000
  expect(await read()).toBe(2)
})
