import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const found = candidates.find((path) => path !== undefined && existsSync(path))

if (!found)
  console.warn(
    'Browser tests are skipped: no Chromium was found. Install one (on Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  )

/** `describe`, skipped without a browser. */
export const describeWithBrowser = describe.skipIf(!found)

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: found ?? '',
    // Chromium refuses to run as root with its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
