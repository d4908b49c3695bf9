import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { countByWorkflow } from './executions.store.ts'

const dayMs = 86_400_000

/** Clamps a time to the last `maxDays` days. */
export function clampSince(since: string | undefined, maxDays: number): string {
  const now = Date.now()
  const requested = since === undefined ? now - dayMs : Date.parse(since)
  return new Date(Math.min(now, Math.max(now - maxDays * dayMs, requested))).toISOString()
}

export async function summarizeExecutions(
  db: Db,
  { memberId }: Caller,
  { since: requestedSince }: { since?: string },
) {
  const since = clampSince(requestedSince, 30)
  const rows = await countByWorkflow(db, memberId, since)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((n, row) => n + of(row), 0)
  return {
    since,
    total: sum((row) => row.total),
    failed: sum((row) => row.failed),
    running: sum((row) => row.running),
    succeeded: sum((row) => row.succeeded),
    lastFailedAt: rows.reduce<string | null>(
      (last, row) =>
        row.lastFailedAt !== null && (last === null || row.lastFailedAt > last) ? row.lastFailedAt : last,
      null,
    ),
    byWorkflow: rows.map(({ workflowId, name, failed, total, lastFailedAt }) => ({
      workflowId,
      name,
      failed,
      total,
      lastFailedAt,
    })),
  }
}
