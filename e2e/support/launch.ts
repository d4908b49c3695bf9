import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const found = candidates.find((path) => path !== undefined && existsSync(path))

/** How to get one, where there is none. */
export const missingBrowser = found
  ? undefined
  : 'no Chromium was found. Install one (on Debian: apt-get install chromium), or name it in CHROMIUM_PATH.'

export const openBrowser = (args: string[] = []): Promise<Browser> => {
  if (!found) throw new Error(`There is no browser: ${missingBrowser}`)
  return chromium.launch({
    executablePath: found,
    // Chromium refuses to run as root with its sandbox.
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}
