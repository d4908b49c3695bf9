import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { cursorOf } from '../../platform/page/cursor.ts'
import { findWaiting, type WaitingRow } from './executions.store.ts'

const cursors = cursorOf(['time', 'id'])

type Query = { workflowId?: string; cursor?: string; limit: number }
export type FindNodeNames = (db: Db, versionIds: string[]) => Promise<Map<string, Map<string, string>>>

/** The wait with the earliest deadline. */
function firstOf({ waiting }: WaitingRow) {
  const far = '9999'
  return waiting.toSorted((a, b) => ((a.until ?? far) < (b.until ?? far) ? -1 : 1))[0]
}

function after(cursor: string | undefined, filters: { workflowId?: string }) {
  if (cursor === undefined) return undefined
  const position = cursors.read(cursor, { ...filters, list: 'waiting' })
  if (position) return position
  const message = 'is not a cursor of this list with these filters'
  throw fault('request.bad_request', { details: { issues: [{ path: '/cursor', message }] } })
}

export async function listWaiting(
  db: Db,
  { memberId }: Caller,
  { cursor, limit, ...given }: Query,
  findNodeNames: FindNodeNames,
) {
  const filters = given.workflowId === undefined ? {} : { workflowId: given.workflowId.toLowerCase() }
  const position = after(cursor, filters)
  const { workflowId } = filters
  const canFind = workflowId === undefined || isUuid(workflowId)
  const rows = canFind ? await findWaiting(db, memberId, workflowId, position, limit + 1) : []
  const shown = rows.slice(0, limit)
  const names = await findNodeNames(db, [...new Set(shown.map(({ versionId }) => versionId))])
  const executions = shown.flatMap((row) => {
    const wait = firstOf(row)
    if (!wait) return []
    return {
      executionId: row.id,
      workflowId: row.workflowId,
      workflowName: row.workflowName,
      nodeId: wait.nodeId,
      nodeName: names.get(row.versionId)?.get(wait.nodeId) ?? wait.nodeId,
      waitingFor: wait.for,
      approvalId: wait.for === 'approval' ? (wait.ref ?? null) : null,
      waitingSince: wait.since,
      deadline: row.wakeAt,
    }
  })
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  const nextCursor = more ? cursors.write([last.deadline, last.id], { ...filters, list: 'waiting' }) : null
  return { executions, nextCursor }
}
