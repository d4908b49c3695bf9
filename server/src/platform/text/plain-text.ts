// Also removes what PostgreSQL rejects: NUL here, lone surrogates below.
const spaces = /[\s\p{Cc}]+/gu

/** One line of at most `maxLength` characters, counted as in a schema: a surrogate pair is one. */
export function plainText(text: string, maxLength: number): string {
  const line = text.toWellFormed().replaceAll(spaces, ' ').trim()
  if (line.length <= maxLength) return line
  const characters = Array.from(line.slice(0, 2 * maxLength + 2))
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}
