import pg from 'pg'

const { types } = pg

/** `2026-11-15 01:30:00.12+00` as the API returns it: `2026-11-15T01:30:00.120Z`. Sessions run in UTC. */
function isoTimestamp(text: string): string {
  const dot = text.indexOf('.')
  const plus = text.lastIndexOf('+')
  const whole = text.slice(0, dot === -1 ? plus : dot).replace(' ', 'T')
  const fraction =
    dot === -1
      ? '000'
      : text
          .slice(dot + 1, plus)
          .padEnd(3, '0')
          .slice(0, 3)
  return `${whole}.${fraction}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.TIMESTAMPTZ, isoTimestamp],
  // Counts and sizes: far below 2^53.
  [types.builtins.INT8, Number],
])

/** Parsers of our pool only: other users of the driver keep theirs. */
export const customTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Only `textOnly` statements use it.
    if (format === 'binary') return (text: string) => text
    return parsers.get(oid) ?? types.getTypeParser(oid, format ?? 'text')
  },
} as pg.CustomTypesConfig
