import { setTimeout as sleep } from 'node:timers/promises'

/** What there is news of: the inbox, as the server tells, or anything, as someone here tells. */
export type News = 'inbox' | 'anything'

/** Something to wait for that may also have happened before. */
export function createWake() {
  let news: News | undefined
  let ring: (() => void) | undefined
  return {
    now: (about: News) => {
      if (news !== 'anything') news = about
      ring?.()
    },
    isNews: () => news !== undefined,
    /** Until there is news, or the time is up, or the end; at once when there was some since the last wait. */
    async wait(ms: number, signal: AbortSignal): Promise<News | undefined> {
      const timer = new AbortController()
      if (news === undefined) {
        const rung = new Promise<void>((resolve) => {
          ring = resolve
        })
        const up = sleep(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) })
        await Promise.race([rung, up.catch(() => undefined)])
        timer.abort()
      }
      const told = news
      news = undefined
      ring = undefined
      return told
    },
  }
}
export type Wake = ReturnType<typeof createWake>
