import type { Body } from '@mailwright/contract/route'
import type { tables } from '@mailwright/contract/tables'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { slugBase, uniqueSlug } from './derive-names.ts'
import { newColumns } from './new-columns.ts'
import type { TableDeps } from './ports.ts'
import { publishTableUpdate } from './publish-update.ts'
import { createShape, indexKey } from './shape.store.ts'
import { describeTable } from './table.ts'
import { countTables, findSlugs, findTableById, insertTable, lockNames, saveColumns } from './tables.store.ts'
import { limitReached } from './use-table.ts'

type Input = Body<typeof tables.create>
type Request = { caller: Caller; ip: string }

/** A path segment that a slug would clash with. */
export const reservedSlug = 'limits'

/** Takes the lock on names, so that no other transaction takes the slug. */
async function findFreeSlug(db: Db, { name, slug }: Pick<Input, 'name' | 'slug'>): Promise<string> {
  const base = slug ?? slugBase(name)
  const taken = new Set([reservedSlug, ...(await findSlugs(db, base.slice(0, 50)))])
  if (slug === undefined) return uniqueSlug(base, taken)
  if (taken.has(slug)) throw fault('tables.duplicate_slug')
  return slug
}

export async function createTable(db: Db, request: Request, input: Input, { live, limits }: TableDeps) {
  const columns = newColumns(input.columns ?? [], [], 1)
  if (columns.length > limits.maxColumns) throw limitReached('maxColumns')
  await lockNames(db)
  if ((await countTables(db)) >= limits.maxTables) throw limitReached('maxTables')
  const id = newId()
  const slug = await findFreeSlug(db, input)
  const nextColumn = columns.length + 1
  const { name, description = null, keyUnique } = input
  await insertTable(db, { id, slug, name, description, keyUnique, nextColumn })
  await saveColumns(db, id, columns, nextColumn)
  const table = await findTableById(db, id)
  if (!table) throw new Error('the insert returned no row')
  await createShape(db, table)
  await indexKey(db, table)
  await recordEntry(db, {
    ...actorOf(request),
    action: 'table.created',
    targetKind: 'table',
    targetId: id,
    details: { name, slug },
  })
  publishTableUpdate(db, live, id, 'created')
  return { table: describeTable(table) }
}
