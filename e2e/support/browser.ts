import { describe } from 'vitest'
import { missingBrowser } from './launch.ts'

if (missingBrowser) console.warn(`Browser tests are skipped: ${missingBrowser}`)

/** `describe`, skipped without a browser. */
export const describeWithBrowser = describe.skipIf(missingBrowser !== undefined)

export { openBrowser } from './launch.ts'
