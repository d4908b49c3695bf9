import { fold } from '../../platform/text/fold.ts'
import { type Cell, type Column, isText } from './table.ts'

// Text is sorted and searched in folded form. It is folded here rather than in the database, so that the result does
// not depend on the server's locale.

const spaces = /\s+/g
// Column markers are characters that are removed from user text.
const reserved = /[\u{F0000}-\u{FFFFD}]/gu
const firstMark = 0xf0000
const marks = 0xfffe

/** Only this many characters count for sorting and comparison. */
export const maxSortLength = 100

export const foldText = (text: string) => fold(text).replaceAll(reserved, '').replaceAll(spaces, ' ')

export const sortText = (text: string) => {
  const folded = foldText(text)
  return folded.length <= maxSortLength ? folded : folded.slice(0, maxSortLength).toWellFormed()
}

/** Precedes the text of a column in `search`. */
export const markOf = ({ number }: Pick<Column, 'number'>) =>
  `\n${String.fromCodePoint(firstMark + (number % marks))}`

/** The part of `search` for one cell. */
export const searchText = (column: Column, value: Cell) =>
  isText(column) && typeof value === 'string' ? markOf(column) + foldText(value) : ''

/** The terms of a query, folded as in `search`. */
export const searchTermsOf = (q: string) => foldText(q).split(' ').filter(Boolean)
