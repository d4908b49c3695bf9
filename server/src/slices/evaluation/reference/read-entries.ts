import { Readable } from 'node:stream'
import type { referenceSet } from '@mailwright/contract/reference-set'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newestFirst } from '../../../platform/page/newest-first.ts'
import { csvLine, protectText } from '../../../platform/text/csv.ts'
import { describeMessages } from '../describe-messages.ts'
import { findPlace } from '../find-classifier.ts'
import { separator } from './import-entries.ts'
import { countReferences, findAllReferences, findReferences } from './references.store.ts'

const pages = newestFirst('references')

export async function listEntries({
  db,
  caller,
  params,
  query,
}: Call<typeof referenceSet.list>): Promise<Reply<typeof referenceSet.list>> {
  const place = await findPlace(db, caller.memberId, params)
  const filters = { workflowId: place.workflowId, nodeId: place.nodeId }
  const rows = await findReferences(db, place, pages.after(query.cursor, filters), query.limit + 1)
  const { items, nextCursor } = pages.page(rows, query.limit, filters, ({ updatedAt }) => updatedAt)
  const describe = await describeMessages(
    db,
    caller.memberId,
    items.map(({ messageId }) => messageId),
  )
  return {
    entries: items.map((row) => ({ ...row, ...describe(row.messageId) })),
    total: await countReferences(db, place),
    nextCursor,
  }
}

type Path = { id: string; nodeId: string }

export async function exportEntries(
  db: Db,
  memberId: string,
  path: Path,
): Promise<Reply<typeof referenceSet.export>> {
  const rows = await findAllReferences(db, await findPlace(db, memberId, path))
  const describe = await describeMessages(
    db,
    memberId,
    rows.map(({ messageId }) => messageId),
  )
  return {
    entries: rows.map(({ messageId, messageIdHeader, categories, source, createdAt }) => ({
      messageId,
      messageIdHeader,
      ...describe(messageId),
      categories,
      source,
      createdAt,
    })),
  }
}

const columns = [
  'messageId',
  'messageIdHeader',
  'from',
  'subject',
  'categories',
  'source',
  'createdAt',
] as const

export async function exportCsv({ db, caller, params, header }: Call<typeof referenceSet.exportCsv>) {
  const { entries } = await exportEntries(db, caller.memberId, params)
  const lines = entries.map((entry) =>
    csvLine(
      columns.map((name) =>
        name === 'categories' ? entry.categories.join(separator) : protectText(entry[name] ?? ''),
      ),
    ),
  )
  header('Content-Type', 'text/csv; charset=utf-8')
  header('Content-Disposition', 'attachment; filename="reference-set.csv"')
  return Readable.from([csvLine([...columns]), ...lines])
}
