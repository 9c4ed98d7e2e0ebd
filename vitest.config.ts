import { defineConfig } from 'vitest/config'

/** Pure code: no network, no database, no browser. */
const unit = ['test/core/**', 'test/language/**', 'test/message/**', 'test/service/contract/**']
/** A browser, the image, and faults. */
const e2e = ['test/playground/browser/**', 'test/image.test.ts', 'test/chaos/**']

const tests = (folders: readonly string[]) => folders.map(folder => folder.replace(/\*\*$/, '**/*.test.ts'))

export default defineConfig({
  test: {
    globalSetup: 'test/postgres/on-demand.ts',
    // undici reads proxy variables by itself; tests only use loopback.
    env: { http_proxy: '', https_proxy: '' },
    // Tests wait for a part of the time: three keep two processors busy.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'unit', include: tests(unit) } },
      {
        extends: true,
        test: { name: 'stories', include: ['test/**/*.test.ts'], exclude: tests([...unit, ...e2e]) },
      },
      { extends: true, test: { name: 'e2e', include: tests(e2e) } },
    ],
  },
})
