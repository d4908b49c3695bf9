import { maxReferenceEntries } from '@mailwright/contract/reference-set'
import { backgroundTurn } from '../../../platform/concurrency/background-turns.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { storable } from '../../../platform/text/clean-text.ts'
import { describeHeading, forgetContradicted, visibleText } from '../../ai/index.ts'
import { findRunMessages, type RunMessage } from '../../messages/index.ts'
import type { Place } from '../find-classifier.ts'
import type { Classifier } from '../ports.ts'
import {
  countReferences,
  findKnown,
  type NewReference,
  type ReferenceRow,
  type Source,
  upsertReferences,
} from './references.store.ts'

const maxHeading = 400
const maxExcerpt = 600
// Enough of a mail to begin with 600 visible characters, in all but the strangest ones.
const maxHtml = 50_000
const batchSize = 50

/** What is wrong with the categories of an entry; undefined if nothing is. */
export function faultOf({ categories, several }: Classifier, given: readonly string[]) {
  const names = categories.map(({ name }) => name)
  if (!given.every((label) => names.includes(label))) return 'unknown_category' as const
  if (!several && new Set(given).size > 1) return 'too_many_categories' as const
  return undefined
}

/** In the order of the node, each once. */
export const orderOf = ({ categories }: Classifier, given: readonly string[]) =>
  categories.map(({ name }) => name).filter((name) => given.includes(name))

const keptOf = (message: RunMessage) => {
  const { bodyText, bodyHtml } = message
  const text = visibleText({ bodyText, bodyHtml: bodyHtml?.slice(0, maxHtml) ?? null })
  return {
    heading: storable(describeHeading(message).slice(0, maxHeading)),
    excerpt: storable(text.slice(0, maxExcerpt)),
  }
}

type Sorted = { messageId: string; categories: readonly string[]; source: Source }
export type Prepared = {
  entries: NewReference[]
  mails: { sender: string; subject: string; labels: readonly string[] }[]
}

/** Reads the messages. What is no message of the member is left out. */
export async function prepareEntries(db: Db, memberId: string, sorted: readonly Sorted[]): Promise<Prepared> {
  const prepared: Prepared = { entries: [], mails: [] }
  for (let at = 0; at < sorted.length; at += batchSize) {
    const batch = new Map(sorted.slice(at, at + batchSize).map((one) => [one.messageId.toLowerCase(), one]))
    const found = new Map(
      (await findRunMessages(db, memberId, [...batch.keys()])).map((one) => [one.id, one]),
    )
    for (const [messageId, { categories, source }] of batch) {
      const message = found.get(messageId)
      if (!message) continue
      prepared.entries.push({ id: newId(), messageId, categories, source, ...keptOf(message) })
      const [sender, subject] = [message.from?.email ?? '', message.subject ?? '']
      prepared.mails.push({ sender, subject, labels: categories })
      await backgroundTurn()
    }
  }
  return prepared
}

/** Writes entries and forgets the learned patterns that say otherwise. */
export async function writeEntries(
  db: Db,
  place: Place,
  { entries, mails }: Prepared,
): Promise<{ rows: ReferenceRow[]; forgottenPatterns: number }> {
  const ids = entries.map(({ messageId }) => messageId)
  const known = await findKnown(db, place, ids)
  const added = ids.filter((id) => !known.has(id)).length
  // Two requests at once may exceed the limit a little: it bounds the set, nothing depends on the number.
  if (added > 0 && (await countReferences(db, place)) + added > maxReferenceEntries)
    throw fault('eval.reference_full')
  const rows = await upsertReferences(db, place, entries)
  return { rows, forgottenPatterns: await forgetContradicted(db, place, mails) }
}
