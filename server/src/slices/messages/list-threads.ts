import type { Static } from '@mailwright/contract/schema'
import type { Thread } from '@mailwright/contract/threads'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { newestFirst } from '../../platform/page/newest-first.ts'
import { isKnownFolder } from './folders.store.ts'
import { readQuery, readSearch } from './read-search.ts'
import type { SearchNode } from './search/search-node.ts'
import { searchThreads } from './search/search-threads.store.ts'
import { isSystemFolder } from './system-folders.ts'
import {
  cutToPage,
  findThreads,
  joinThreads,
  type ThreadFilter,
  type ThreadListQuery,
} from './threads.store.ts'

const pages = newestFirst('threads')

type ThreadPage = { threads: Static<typeof Thread>[]; nextCursor: string | null }

type Query = {
  mailboxId?: string
  q?: string
  filter?: ThreadFilter
  folder: string
  searchEverywhere?: boolean
  cursor?: string
  limit: number
}

async function checkFolder(db: Db, memberId: string, key: string) {
  if (isSystemFolder(key) || (await isKnownFolder(db, memberId, key))) return
  const message = 'is not the key of one of your folders'
  throw fault('request.bad_request', { details: { issues: [{ path: '/folder', message }] } })
}

async function find(db: Db, listQuery: ThreadListQuery, search: SearchNode | undefined) {
  if (listQuery.mailboxId !== undefined && !isUuid(listQuery.mailboxId)) return ''
  if (!search) return findThreads(db, listQuery)
  return joinThreads(await searchThreads(db, listQuery, await readSearch(db, listQuery, search)))
}

export async function listThreads(db: Db, { memberId }: Caller, query: Query) {
  const { mailboxId, filter = 'all', folder, searchEverywhere = false, cursor, limit } = query
  const filters = { mailboxId, filter, folder, searchEverywhere, q: query.q?.trim() }
  const search = readQuery(filters.q)
  const after = pages.after(cursor, filters)
  await checkFolder(db, memberId, folder)
  // `searchEverywhere` applies to searches only.
  const within = search && searchEverywhere ? undefined : folder
  const listQuery = { memberId, mailboxId, after, limit: limit + 1, folder: within, filter }
  // Nothing is parsed: that would take a fifth of the time of a request.
  const { text, last } = cutToPage(await find(db, listQuery, search), limit)
  const nextCursor = last ? pages.cursorOf(last, filters) : null
  return new JsonText<ThreadPage>(`{"threads":[${text}],"nextCursor":${JSON.stringify(nextCursor)}}`)
}
