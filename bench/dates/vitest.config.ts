import { defineConfig } from 'vitest/config'

/** What the longest sentences cost, which a busy machine makes dearer: no part of the tests. */
export default defineConfig({
  test: { include: ['bench/dates/*.test.ts'] },
})
