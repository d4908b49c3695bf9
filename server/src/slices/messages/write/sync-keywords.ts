import type { Db } from '../../../platform/db/database.ts'
import { findWords, type NewWords, saveWords } from './keywords.store.ts'

/** What the server tells of a message, in an order that is always the same. */
export type ToldWords = { uid: number; words: string[] }
type Words = { before: string[]; now: string[]; shown: string[] }

const lower = (words: string[]) => new Set(words.map((word) => word.toLowerCase()))
const without = (words: string[], others: string[]) => {
  const known = lower(others)
  return words.filter((word) => !known.has(word.toLowerCase()))
}

/**
 * What is shown after the server has told its words: those that came since are added, those that went since are taken
 * away, and those that it never had stay. Servers do not tell capitals apart. Null: as it is.
 */
export function shownAfter({ before, now, shown }: Words): string[] | null {
  const kept = without(shown, without(before, now))
  const come = without(without(now, before), kept)
  return come.length === 0 && kept.length === shown.length ? null : [...kept, ...come]
}

/** Takes over what the server tells of the words of messages; gives those that now show others. */
export async function syncKeywords(db: Db, folderId: string, told: ToldWords[]): Promise<{ id: string }[]> {
  if (told.length === 0) return []
  const toldOf = new Map(told.map(({ uid, words }) => [uid, words]))
  const worded = told.filter(({ words }) => words.length > 0).map(({ uid }) => uid)
  const known = await findWords(db, folderId, [...toldOf.keys()], worded)
  const changed = known.flatMap(({ id, uid, before, shown }): NewWords[] => {
    const now = toldOf.get(uid) ?? []
    return before.join('\0') === now.join('\0')
      ? []
      : [{ id, now, shown: shownAfter({ before, now, shown }) }]
  })
  if (changed.length > 0) await saveWords(db, changed)
  return changed.filter(({ shown }) => shown !== null)
}
