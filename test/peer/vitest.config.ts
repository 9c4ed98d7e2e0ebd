import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['test/peer/*.peer.ts'], testTimeout: 60_000 } })
