import { defineConfig } from 'vitest/config'

/** What the longest sentences cost on a machine that does nothing else. */
export default defineConfig({
  test: { include: ['test/operations/sentence-cost.test.ts'], env: { SENTENCE_MS: '50' } },
})
