import type { Db } from '../../platform/db/database.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { findFolders } from './folders.store.ts'
import { findMailboxIds } from './messages.store.ts'
import { foldersIn, type SearchNode } from './search/search-node.ts'
import { parseSearch } from './search/search-query.ts'
import { folderKeysOf, searchCondition } from './search/search-sql.store.ts'

type Asked = { memberId: string; mailboxId: string | undefined }

/** Judges a query before anything is looked up: a broken one is refused whatever it is about. */
export const readQuery = (q: string | undefined) => (q ? parseSearch(q, new Date()) : undefined)

/** The query as a condition within the member's mailboxes; undefined when there are none. */
export async function conditionOf(db: Db, asked: Asked, node: SearchNode): Promise<Sql | undefined> {
  const mailboxIds = await findMailboxIds(db, asked)
  if (mailboxIds.length === 0) return undefined
  const folders = foldersIn(node).length > 0 ? await findFolders(db, asked) : []
  return searchCondition(node, mailboxIds, folderKeysOf(folders))
}
