// Also removes what PostgreSQL rejects: NUL here, lone surrogates below.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are meant
const spaces = /[\s\x00-\x1f\x7f-\x9f]+/g
const anySurrogate = /[\ud800-\udfff]/

/** One line of at most `maxLength` characters, counted as in a schema: a surrogate pair is one. */
export function plainText(text: string, maxLength: number): string {
  const line = text.toWellFormed().replaceAll(spaces, ' ').trim()
  if (line.length <= maxLength) return line
  const start = line.slice(0, 2 * maxLength + 2)
  if (!anySurrogate.test(start)) return `${start.slice(0, maxLength - 1)}…`
  const characters = Array.from(start)
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}
