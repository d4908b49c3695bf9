// JSON.stringify escapes lone surrogates and NUL; PostgreSQL rejects both. The pattern also matches escaped backslashes,
// so that a literal `\u0000` in a text stays unchanged.
const escapes = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g

/** JSON that PostgreSQL accepts, whatever the texts contain. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text
  return text.replace(escapes, (found) => {
    if (found === '\\\\') return found
    return found === '\\u0000' ? '' : '\\ufffd'
  })
}
