import type { Db } from '../../../platform/db/database.ts'
import { findKeywords, type KeywordUpdate, saveKeywords } from './keywords.store.ts'

/** The keywords that the server reports for a message, in a stable order. */
export type ServerKeywords = { uid: number; keywords: string[] }
type KeywordState = { before: string[]; now: string[]; shown: string[] }

const lowerCaseSet = (keywords: string[]) => new Set(keywords.map((keyword) => keyword.toLowerCase()))
const without = (keywords: string[], others: string[]) => {
  const excluded = lowerCaseSet(others)
  return keywords.filter((keyword) => !excluded.has(keyword.toLowerCase()))
}

/**
 * The keywords to show after the server has reported its own: new ones are added, vanished ones are removed, and those
 * that it never had stay. Case is ignored, as on servers. Null: no change.
 */
export function mergeKeywords({ before, now, shown }: KeywordState): string[] | null {
  const kept = without(shown, without(before, now))
  const added = without(without(now, before), kept)
  return added.length === 0 && kept.length === shown.length ? null : [...kept, ...added]
}

/** Applies the keywords that the server reports. Returns the messages whose shown keywords changed. */
export async function syncKeywords(
  db: Db,
  folderId: string,
  reported: ServerKeywords[],
): Promise<{ id: string }[]> {
  if (reported.length === 0) return []
  const byUid = new Map(reported.map(({ uid, keywords }) => [uid, keywords]))
  const withKeywords = reported.filter(({ keywords }) => keywords.length > 0).map(({ uid }) => uid)
  const known = await findKeywords(db, folderId, [...byUid.keys()], withKeywords)
  const changed = known.flatMap(({ id, uid, before, shown }): KeywordUpdate[] => {
    const now = byUid.get(uid) ?? []
    return before.join('\0') === now.join('\0')
      ? []
      : [{ id, now, shown: mergeKeywords({ before, now, shown }) }]
  })
  if (changed.length > 0) await saveKeywords(db, changed)
  return changed.filter(({ shown }) => shown !== null)
}
