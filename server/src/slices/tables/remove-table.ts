import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import type { TableDeps } from './ports.ts'
import { dropShape } from './shape.store.ts'
import { deleteTable } from './tables.store.ts'
import { tell } from './tell.ts'
import { takeTable } from './use-table.ts'

type Who = { caller: Caller; ip: string }

/** With its rows. Workflows that rely on it are not stopped. */
export async function removeTable(db: Db, who: Who, idOrSlug: string, { live }: TableDeps) {
  const { id, name, slug, rowCount, ...table } = await takeTable(db, idOrSlug)
  await dropShape(db, { id, name, slug, rowCount, ...table })
  await deleteTable(db, id)
  await recordEntry(db, {
    ...actorOf(who),
    action: 'table.deleted',
    targetKind: 'table',
    targetId: id,
    details: { name, slug, rowCount },
  })
  tell(db, live, id, 'deleted')
}
