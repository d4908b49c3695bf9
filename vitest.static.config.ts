import { defineConfig } from 'vitest/config'

/** The tests that only read the tree: no database, done in a second. */
export default defineConfig({ test: { include: ['server/test/architecture/*.test.ts'] } })
