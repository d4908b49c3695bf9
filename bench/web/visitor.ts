import type { Browser, BrowserContext } from 'playwright-core'
import type { Database } from '../../server/src/platform/db/database.ts'

export type Visitor = { browser: Browser; url: string; session: string; db: Database; memberId: string }

/** A new profile with an empty cache, signed in. */
export async function openContext({
  browser,
  url,
  session,
}: Pick<Visitor, 'browser' | 'url' | 'session'>): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'mailwright_session', value: session, url }])
  return context
}

export const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

let missed = 0
export const missedTargets = () => missed

/** Prints a figure beside its target, which it must stay below. */
export function report(title: string, value: number, unit: string, target: number) {
  const isMet = value < target
  if (!isMet) missed += 1
  const figure = `${value.toFixed(1).padStart(8)} ${unit.padEnd(3)}`
  console.log(`${title.padEnd(44)} ${figure} target ${target} ${isMet ? 'ok' : 'MISSED'}`)
}
