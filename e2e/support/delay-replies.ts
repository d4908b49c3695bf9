import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Lets the replies to these requests come late, as on a slow network. */
export const delayReplies = (page: Page, url: RegExp) =>
  page.route(url, async (route) => {
    await sleep(1_000)
    await route.continue()
  })
