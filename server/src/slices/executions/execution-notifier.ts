import type { Database } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ExecutionRow } from './executions.store.ts'

type ExecutionUpdate = { memberId: string; id: string; workflowId: string; status: ExecutionRow['status'] }

const batchDelayMs = 100
const maxShown = 50

export type ExecutionNotifier = { notify(update: ExecutionUpdate): void; close(): void }

/** Publishes status changes of runs, batched by member: a busy webhook must not flood the channel. */
export function createExecutionNotifier(db: Database, live: Live): ExecutionNotifier {
  const pending = new Map<string, Map<string, Omit<ExecutionUpdate, 'memberId'>>>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    for (const [memberId, updates] of pending) {
      const executions = [...updates.values()].slice(-maxShown)
      const [first] = executions
      live.publish(db, {
        memberId,
        type: 'execution.updated',
        data: { ...(updates.size === 1 && first), executions, more: updates.size > maxShown },
      })
    }
    pending.clear()
  }
  return {
    notify({ memberId, ...update }) {
      const updates = pending.get(memberId) ?? new Map()
      pending.set(memberId, updates.set(update.id, update))
      timer ??= setTimeout(flush, batchDelayMs)
    },
    close: () => {
      clearTimeout(timer)
      flush()
    },
  }
}
