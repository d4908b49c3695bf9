import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { ExecutionNotifier } from './execution-notifier.ts'
import { findExisting, findOpenByWorkflow, findOpenChildren } from './executions.store.ts'
import { cancelExecutions } from './run/run-end.store.ts'

export type CancelDeps = {
  notifier: ExecutionNotifier
  /** Expires the pending approvals of these runs. */
  onCancelled(db: Db, executionIds: string[]): Promise<void>
}

async function cancelAll(db: Db, memberId: string, ids: string[], { notifier, onCancelled }: CancelDeps) {
  const children = await findOpenChildren(db, ids)
  const cancelled = await cancelExecutions(db, memberId, [...ids, ...children])
  const done = cancelled.map(({ id }) => id)
  if (done.length > 0) await onCancelled(db, done)
  for (const { id, workflowId } of cancelled)
    db.afterCommit(() => notifier.notify({ memberId, id, workflowId, status: 'cancelled' }))
  return new Set(done)
}

/** Runs that cannot be cancelled are skipped and reported. */
export async function cancelChosen(db: Db, { memberId }: Caller, given: string[], deps: CancelDeps) {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const known = await findExisting(db, memberId, ids.filter(isUuid))
  const done = await cancelAll(db, memberId, [...known], deps)
  const skipped = ids.flatMap((id) =>
    done.has(id)
      ? []
      : [{ id, reason: known.has(id) ? ('already_finished' as const) : ('not_found' as const) }],
  )
  return { cancelled: ids.length - skipped.length, skipped }
}

export async function cancelOfWorkflow(
  db: Db,
  { memberId }: Caller,
  { workflowId, limit }: { workflowId: string; limit: number },
  deps: CancelDeps,
) {
  const found = await findOpenByWorkflow(db, memberId, workflowId, limit + 1)
  const done = await cancelAll(db, memberId, found.slice(0, limit), deps)
  return { cancelled: done.size, hasMore: found.length > limit }
}
