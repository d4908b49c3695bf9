import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { buildWebApp } from '../../server/src/platform/web/build-web-app.ts'
import { readWebApp } from '../../server/src/platform/web/open-web-app.ts'
import type { TestMember } from '../../server/test/factories.ts'
import { type TestServer, testServer } from '../../server/test/server.ts'
import { openBrowser } from './browser.ts'

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

export type Visit = {
  page: Page
  context: BrowserContext
  /** Errors of the console and violations of the policy; each fails the test. */
  faults: string[]
}

export type Product = {
  server: TestServer
  browser: Browser
  visit(member?: TestMember, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

// Refusals that a test provokes show up in the console as failed requests.
const isExpected = (text: string) => /Failed to load resource|WebSocket connection/.test(text)

function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}

/** The product with its web app, and a browser. With `mail: {}` it speaks to real mail servers. */
export async function openProduct(
  environment: Record<string, string> = {},
  options: { mail?: object } = {},
): Promise<Product> {
  await buildWebApp({ onStart: () => undefined })
  const server = await testServer(
    { MAILWRIGHT_ROLES: 'api,worker', ...environment },
    {
      ...options,
      web: await readWebApp({
        brandLogoLight: undefined,
        brandLogoDark: undefined,
        brandLoginImage: undefined,
      }),
    },
  )
  const browser = await openBrowser()
  const visit = async (member?: TestMember, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: desktop,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    })
    if (member)
      await context.addCookies([{ name: 'mailwright_session', value: member.sessionToken, url: server.url }])
    const page = await context.newPage()
    return { page, context, faults: watch(page) }
  }
  return {
    server,
    browser,
    visit,
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** Ends a visit, which must have been without faults. */
export async function leave({ context, faults }: Visit) {
  await context.close()
  expect(faults).toEqual([])
}
