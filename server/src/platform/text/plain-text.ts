// With what garbles a line of a list goes what PostgreSQL refuses: NUL here, half a surrogate pair below.
const spaces = /[\s\p{Cc}]+/gu

/** One line of at most `most` characters, as a schema counts them: a pair of surrogates is one. */
export function plainText(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(spaces, ' ').trim()
  if (line.length <= most) return line
  const characters = Array.from(line.slice(0, 2 * most + 2))
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
