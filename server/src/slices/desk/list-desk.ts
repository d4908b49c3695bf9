import type { desk } from '@mailwright/contract/desk'
import type { Query } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { cursorOf } from '../../platform/page/cursor.ts'
import { findWaitingApprovals } from '../approvals/index.ts'
import { findWaitingDrafts } from '../sending/index.ts'
import type { Reader } from './count-desk.ts'
import { type DeskEntry, describeEntries, type Wording } from './describe-entries.ts'

const cursors = cursorOf(['time', 'time', 'id'])
type DeskQuery = Query<typeof desk.list>
type Position = readonly [deadline: string, waitingSince: string, id: string]

const positionOf = ({ deadline, waitingSince, id }: DeskEntry): Position => [deadline, waitingSince, id]

/** Times are all in one notation and ids in lower case, so their texts sort as the database sorts them. */
function compare(order: DeskQuery['order'], a: DeskEntry, b: DeskEntry): number {
  const isUrgent = order === 'urgent'
  const [left, right] = [positionOf(a), positionOf(b)].map((key) => key.slice(isUrgent ? 0 : 1).join(' '))
  const ascending = (left ?? '') < (right ?? '') ? -1 : 1
  return isUrgent ? ascending : -ascending
}

function after(cursor: string | undefined, filters: Record<string, unknown>): Position | undefined {
  if (cursor === undefined) return undefined
  const position = cursors.read(cursor, filters)
  if (position) return position
  const message = 'is not a cursor of this list with these filters'
  throw fault('request.bad_request', { details: { issues: [{ path: '/cursor', message }] } })
}

type Wanted = {
  order: DeskQuery['order']
  kind?: DeskQuery['kind'] | undefined
  after: Position | undefined
  limit: number
}

/** The first entries after a position, of both kinds together: each kind is read as far as the page could reach. */
export async function findEntries(db: Db, reader: Reader, draftDays: number, { kind, ...page }: Wanted) {
  const drafts = kind === 'approval' ? [] : await findWaitingDrafts(db, reader.memberId, draftDays, page)
  const seesApprovals = kind !== 'draft' && reader.seesApprovals
  const approvals = seesApprovals ? await findWaitingApprovals(db, reader, page) : []
  const entries: DeskEntry[] = [
    ...drafts.map((row) => ({ ...row, kind: 'draft' as const })),
    ...approvals.map((row) => ({ ...row, kind: 'approval' as const })),
  ]
  return entries.sort((a, b) => compare(page.order, a, b)).slice(0, page.limit)
}

export async function listDesk(
  db: Db,
  reader: Reader,
  draftDays: number,
  { cursor, limit, order, kind }: DeskQuery,
  wording: Wording,
) {
  const filters = { list: 'desk', order, kind }
  const position = after(cursor, filters)
  const found = await findEntries(db, reader, draftDays, { order, kind, after: position, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return {
    items: await describeEntries(db, reader.memberId, shown, wording),
    nextCursor: hasMore ? cursors.write([...positionOf(last)], filters) : null,
  }
}
