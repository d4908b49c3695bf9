import { defineConfig } from 'vitest/config'

/** The tests that only read the tree: no database, done within seconds. */
export default defineConfig({
  test: { include: ['server/test/architecture/*.test.ts'], testTimeout: 120_000 },
})
