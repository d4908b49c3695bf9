import type { Database } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ExecutionRow } from './executions.store.ts'

type News = { memberId: string; id: string; workflowId: string; status: ExecutionRow['status'] }

const gatherMs = 100
const maxShown = 50

export type Teller = { tell(news: News): void; close(): void }

/** Tells members of their runs, what comes together in one event: a busy webhook must not flood the channel. */
export function createTeller(db: Database, live: Live): Teller {
  const waiting = new Map<string, Map<string, Omit<News, 'memberId'>>>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    for (const [memberId, news] of waiting) {
      const executions = [...news.values()].slice(-maxShown)
      const [first] = executions
      live.publish(db, {
        memberId,
        type: 'execution.updated',
        data: { ...(news.size === 1 && first), executions, more: news.size > maxShown },
      })
    }
    waiting.clear()
  }
  return {
    tell({ memberId, ...news }) {
      const of = waiting.get(memberId) ?? new Map()
      waiting.set(memberId, of.set(news.id, news))
      timer ??= setTimeout(flush, gatherMs)
    },
    close: () => {
      clearTimeout(timer)
      flush()
    },
  }
}
