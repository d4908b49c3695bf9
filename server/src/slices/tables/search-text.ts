import { fold } from '../../platform/text/fold.ts'
import { type Cell, type Column, isText } from './table.ts'

// Texts are sorted and searched in folded form, made here and not by the database: it is then the same on every
// server, whatever its locale.

const spaces = /\s+/g
// Marks of columns are characters that nobody may bring along.
const reserved = /[\u{F0000}-\u{FFFFD}]/gu
const firstMark = 0xf0000
const marks = 0xfffe

/** So much of a text counts when it is sorted or compared. */
export const sortedLength = 100

export const foldText = (text: string) => fold(text).replaceAll(reserved, '').replaceAll(spaces, ' ')

export const sortText = (text: string) => {
  const folded = foldText(text)
  return folded.length <= sortedLength ? folded : folded.slice(0, sortedLength).toWellFormed()
}

/** Stands before the text of a column in `search`. */
export const markOf = ({ number }: Pick<Column, 'number'>) =>
  `\n${String.fromCodePoint(firstMark + (number % marks))}`

/** What `search` holds of one cell. */
export const searchText = (column: Column, value: Cell) =>
  isText(column) && typeof value === 'string' ? markOf(column) + foldText(value) : ''

/** The words of a query, as they may stand in `search`. */
export const wordsOfQuery = (q: string) => foldText(q).split(' ').filter(Boolean)
