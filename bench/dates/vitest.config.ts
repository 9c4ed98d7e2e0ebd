import { defineConfig } from 'vitest/config'

/** Limits the time of the longest sentences on an idle machine. */
export default defineConfig({
  test: { include: ['test/operations/sentence-cost.test.ts'], env: { SENTENCE_MS: '50' } },
})
