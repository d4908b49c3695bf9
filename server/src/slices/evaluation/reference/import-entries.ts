import type { referenceSet } from '@mailwright/contract/reference-set'
import { maxReferenceEntries } from '@mailwright/contract/reference-set'
import type { Body, Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import { parseCsv, unprotectText } from '../../../platform/text/csv.ts'
import { findIdsByHeader, findOwnMessages } from '../../messages/index.ts'
import { findClassifier } from '../find-classifier.ts'
import type { Classifier, EvaluationPorts } from '../ports.ts'
import { faultOf, orderOf, prepareEntries, writeEntries } from './write-entries.ts'

type Given = { messageId?: string; messageIdHeader?: string; categories: string[] }
type Skipped = Reply<typeof referenceSet.import>['skipped']
type Resolved = { messageId: string; categories: string[]; source: 'import' }

export const separator = '|'

const rejected = (path: string, message: string) =>
  fault('request.bad_request', { details: { issues: [{ path, message }] } })

/** Columns are found by their names; others are ignored. */
function readCsv(text: string): Given[] {
  const [header, ...lines] = [...parseCsv(text)]
  const columnOf = (name: string) => header?.cells.findIndex((cell) => cell.trim() === name) ?? -1
  const [id, messageIdHeader, categories] = [
    columnOf('messageId'),
    columnOf('messageIdHeader'),
    columnOf('categories'),
  ]
  if (categories < 0 || (id < 0 && messageIdHeader < 0))
    throw rejected('/csv', 'must have the columns categories, and messageId or messageIdHeader')
  if (lines.length === 0 || lines.length > maxReferenceEntries)
    throw rejected('/csv', `must have 1 to ${maxReferenceEntries} entries`)
  return lines.map(({ cells }) => ({
    messageId: cells[id] ?? '',
    messageIdHeader: unprotectText(cells[messageIdHeader] ?? ''),
    categories: (cells[categories] ?? '')
      .split(separator)
      .map((label) => label.trim())
      .filter(Boolean),
  }))
}

const bare = (header: string) => header.trim().replace(/^<(.*)>$/, '$1')

/** The messages that the entries name, by their number. */
async function findMessages(db: Db, memberId: string, given: readonly Given[]) {
  const ids = given.map(({ messageId = '' }) => messageId.toLowerCase()).filter(isUuid)
  const headers = given.map(({ messageIdHeader = '' }) => bare(messageIdHeader)).filter(Boolean)
  const own = await findOwnMessages(db, memberId, ids)
  const byHeader = await findIdsByHeader(db, memberId, headers)
  return given.map(({ messageId = '', messageIdHeader = '' }) =>
    own.has(messageId.toLowerCase()) ? messageId.toLowerCase() : byHeader.get(bare(messageIdHeader)),
  )
}

function sortOut(classifier: Classifier, given: readonly Given[], found: readonly (string | undefined)[]) {
  const [sorted, skipped, seen] = [[] as Resolved[], [] as Skipped, new Set<string>()]
  for (const [at, { categories }] of given.entries()) {
    const messageId = found[at]
    const reason =
      messageId === undefined
        ? 'message_not_found'
        : seen.has(messageId)
          ? 'duplicate'
          : faultOf(classifier, categories)
    if (reason !== undefined) skipped.push({ number: at + 1, reason })
    else if (messageId !== undefined) {
      seen.add(messageId)
      sorted.push({ messageId, categories: orderOf(classifier, categories), source: 'import' })
    }
  }
  return { sorted, skipped }
}

export async function importEntries(
  ports: EvaluationPorts,
  call: Call<typeof referenceSet.import>,
): Promise<Reply<typeof referenceSet.import>> {
  const { db, caller, params } = call
  const body: Body<typeof referenceSet.import> = call.body
  const { place, classifier } = await findClassifier(db, ports, caller.memberId, params)
  const given: Given[] = 'csv' in body ? readCsv(body.csv) : body.entries
  const found = await findMessages(db, caller.memberId, given)
  const { sorted, skipped } = sortOut(classifier, given, found)
  const prepared = await prepareEntries(db, caller.memberId, sorted)
  const tx = await call.transaction()
  const { rows, forgottenPatterns } = await writeEntries(tx, place, prepared)
  return { imported: rows.length, skipped, forgottenPatterns }
}
