/** Some words of an answer, and how many characters came before them. */
export type Piece = { offset: number; text: string }

/** The words known so far: what is stored, and the pieces that follow it without a gap. */
export function joinPieces(stored: string, pieces: readonly Piece[]): { text: string; isMissing: boolean } {
  let text = stored
  let isMissing = false
  for (const piece of pieces.toSorted((a, b) => a.offset - b.offset)) {
    if (piece.offset > text.length) isMissing = true
    else if (piece.offset + piece.text.length > text.length) text = text.slice(0, piece.offset) + piece.text
  }
  return { text, isMissing }
}
