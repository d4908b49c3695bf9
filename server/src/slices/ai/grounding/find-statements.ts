import { findContacts } from './find-contacts.ts'
import { findDates } from './find-dates.ts'
import { findNames } from './find-names.ts'
import { findPromises, type PromiseMention } from './find-promises.ts'
import { findDurations, findMoney, findNumbers } from './find-quantities.ts'
import { findReferences } from './find-references.ts'
import { findTimes } from './find-times.ts'
import { fold } from './fold.ts'
import type { Scan } from './matches.ts'

export type Found = Scan & { promises: PromiseMention[] }

export const scanOf = (text: string, today: number): Scan => ({
  text,
  folded: fold(text),
  taken: new Uint8Array(text.length),
  mentions: [],
  today,
})

/** All checkable values of a text. The order decides what a digit belongs to. */
export function findStatements(text: string, today: number): Found {
  const scan = scanOf(text, today)
  findContacts(scan)
  findMoney(scan)
  findDates(scan)
  findTimes(scan)
  findDurations(scan)
  findReferences(scan)
  findNumbers(scan)
  findNames(scan)
  scan.mentions.sort((a, b) => a.start - b.start)
  return { ...scan, promises: findPromises(scan) }
}
