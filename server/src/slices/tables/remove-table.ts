import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { dropShape } from './shape.store.ts'
import { deleteTable } from './tables.store.ts'
import { lockTable } from './use-table.ts'

type Request = { caller: Caller; ip: string }

/** Deletes the rows too. Workflows that use the table stay published. */
export async function removeTable(db: Db, request: Request, idOrSlug: string, { live }: TableDeps) {
  const { id, name, slug, rowCount, ...table } = await lockTable(db, idOrSlug)
  await dropShape(db, { id, name, slug, rowCount, ...table })
  await deleteTable(db, id)
  await recordEntry(db, {
    ...actorOf(request),
    action: 'table.deleted',
    targetKind: 'table',
    targetId: id,
    details: { name, slug, rowCount },
  })
  publishTableUpdate(db, live, id, 'deleted')
}
