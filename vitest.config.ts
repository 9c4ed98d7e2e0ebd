import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Half of what the tests do is to wait for others, also where there are but two processors.
  test: { globalSetup: 'test/postgres/on-demand.ts', maxWorkers: 2 },
})
