import { defineConfig } from 'vitest/config'

// Limits only guard against hanging: a test must pass on a busy machine too.
export default defineConfig({
  test: {
    include: ['{contract,server,scripts,web,e2e}/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 25 } },
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
})
