import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest file goes first: at the end it would run alone, while the other core is idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('contract/fuzz.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

// Limits only guard against hanging: a test must pass on a busy machine too.
export default defineConfig({
  test: {
    include: ['{contract,server,scripts,web,e2e}/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 25 } },
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    // Loading the service for each file took two fifths of the time. Files share no state but modules: each has its own
    // server, database and ports.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
  },
})
