import type { Db } from '../../platform/db/database.ts'
import { findFolders } from './folders.store.ts'
import type { Asked } from './messages.store.ts'
import { foldersIn, type SearchNode } from './search/search-node.ts'
import { parseSearch } from './search/search-query.ts'
import { folderKeysOf, type Search, searchOf } from './search/search-sql.store.ts'
import { expectMatches } from './search/word-frequencies.store.ts'

/** Judges a query before anything is looked up: a broken one is refused whatever it is about. */
export const readQuery = (q: string | undefined) => (q ? parseSearch(q, new Date()) : undefined)

/** The query as conditions within the member's mailboxes. */
export async function readSearch(db: Db, asked: Asked, node: SearchNode): Promise<Search> {
  const folders = foldersIn(node).length > 0 ? await findFolders(db, asked) : []
  return searchOf(node, asked, folderKeysOf(folders), await expectMatches(db, node))
}
