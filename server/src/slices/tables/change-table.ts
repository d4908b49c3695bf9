import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/faults.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { reservedSlug } from './create-table.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { indexKey, keyIndexName } from './shape.store.ts'
import { describeTable, type Table } from './table.ts'
import { findTableById, lockNames, type TableChanges, updateTable } from './tables.store.ts'
import { lockTable } from './use-table.ts'

function asDuplicate(error: unknown): never {
  if (isUniqueViolation(error, 'tables_slug_key')) throw fault('tables.duplicate_slug')
  throw error
}

/** Fails when two rows already share a key. */
async function changeKeyUnique(db: Db, table: Table, keyUnique: boolean) {
  await indexKey(db, { ...table, keyUnique }).catch((error) => {
    if (!isUniqueViolation(error, keyIndexName(table))) throw error
    const message = 'cannot be true while rows share a key'
    throw fault('request.bad_request', { details: { issues: [{ path: '/keyUnique', message }] } })
  })
}

/** Applies the given changes only. */
export async function changeTable(db: Db, idOrSlug: string, changes: TableChanges, { live }: TableDeps) {
  const table = await lockTable(db, idOrSlug)
  if (changes.slug !== undefined && changes.slug !== table.slug) {
    if (changes.slug === reservedSlug) throw fault('tables.duplicate_slug')
    await lockNames(db)
  }
  if (changes.keyUnique !== undefined && changes.keyUnique !== table.keyUnique)
    await changeKeyUnique(db, table, changes.keyUnique)
  await updateTable(db, table.id, changes).catch(asDuplicate)
  publishTableUpdate(db, live, table.id, 'structure')
  const changed = await findTableById(db, table.id)
  return { table: describeTable(changed ?? table) }
}
