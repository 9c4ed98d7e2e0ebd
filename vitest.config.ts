import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { globalSetup: 'test/postgres/on-demand.ts' } })
