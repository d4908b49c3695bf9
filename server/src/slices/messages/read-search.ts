import type { Db } from '../../platform/db/database.ts'
import { findFolders } from './folders.store.ts'
import type { MailboxScope } from './messages.store.ts'
import { foldersIn, type SearchNode } from './search/search-node.ts'
import { parseSearch } from './search/search-query.ts'
import { buildSearch, createFolderResolver, type Search } from './search/search-sql.store.ts'
import { readMatchEstimate } from './search/word-frequencies.store.ts'

/** Parses a query before anything is read, so that an invalid one is always rejected. */
export const readQuery = (q: string | undefined) => (q ? parseSearch(q, new Date()) : undefined)

/** Builds the conditions of a query within the member's mailboxes. */
export async function readSearch(db: Db, scope: MailboxScope, node: SearchNode): Promise<Search> {
  const folders = foldersIn(node).length > 0 ? await findFolders(db, scope) : []
  return buildSearch(node, scope, createFolderResolver(folders), await readMatchEstimate(db, node))
}
