// JSON.stringify writes half a surrogate pair and NUL as escapes; PostgreSQL refuses both. The pattern also takes
// each escaped backslash, so that the letters `\u0000` in a text stay what they are.
const escapes = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g

/** JSON that PostgreSQL takes, whatever the texts hold. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text
  return text.replace(escapes, (found) => {
    if (found === '\\\\') return found
    return found === '\\u0000' ? '' : '\\ufffd'
  })
}
