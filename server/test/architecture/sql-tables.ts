import { hole } from './sql-texts.ts'

/** A written `hole` is a table that the text does not name. */
export type TableUse = { reads: Set<string>; writes: Set<string> }

const comment = /--[^\n]*|\/\*[\s\S]*?\*\//
const string = /'(?:[^']|'')*'/
const quoted = /"(?:[^"]|"")+"/
const name = /[a-z_][\w$]*/
const names = new RegExp(`(?:${name.source}|${quoted.source})(?:\\.(?:${name.source}|${quoted.source}|\\*))*`)
const token = new RegExp([comment, string, names, /\S/].map(({ source }) => source).join('|'), 'gi')

/** Without comments and strings; names in lower case, without `public.` and quotes. */
const tokensOf = (text: string): string[] =>
  (text.match(token) ?? [])
    .filter((one) => !/^(--|\/\*|')/.test(one))
    .map((one) =>
      one
        .replaceAll('"', '')
        .toLowerCase()
        .replace(/^public\./, ''),
    )

const endsFrom = new Set(
  'where group having window order limit offset for fetch union except intersect returning select set when values'.split(
    ' ',
  ),
)
const beforeTable = new Set('only lateral table if not exists concurrently'.split(' '))
/** `for update`, `for no key update`, `do update set` and `on update cascade` name no table. */
const beforeOtherUpdate = new Set(['for', 'key', 'do', 'on'])

/**
 * Which of the known tables and views a statement, or a fragment of one, reads and writes. A CTE with the name of a
 * table counts as the table: otherwise it could hide one.
 */
export function tablesOf(text: string, isKnown: (table: string) => boolean): TableUse {
  const tokens = tokensOf(text)
  const reads = new Set<string>()
  const writes = new Set<string>()
  // For each open bracket: whether a comma is followed by one more table.
  const inFrom = [false]

  const skip = (start: number) => {
    let at = start
    while (beforeTable.has(tokens[at] ?? '')) at++
    return at
  }
  const read = (start: number) => {
    const at = skip(start)
    const table = tokens[at] ?? ''
    // A name before a bracket is a function.
    if (isKnown(table) && tokens[at + 1] !== '(') reads.add(table)
  }
  const write = (start: number) => {
    const at = skip(start)
    const table = tokens[at] ?? ''
    if (table === hole || isKnown(table)) writes.add(table)
    return at
  }
  const writeAll = (start: number) => {
    let at = write(start)
    while (tokens[at + 1] === ',') at = write(at + 2)
  }
  const openFrom = () => {
    inFrom[inFrom.length - 1] = true
  }

  // A fragment may start with a table, or be nothing else.
  read(0)
  tokens.forEach((one, i) => {
    const previous = tokens[i - 1] ?? ''
    if (one === '(') {
      const isTable = inFrom.at(-1) === true && ['from', 'join', 'lateral', '(', ','].includes(previous)
      inFrom.push(isTable)
      if (isTable) read(i + 1)
    } else if (one === ')') {
      if (inFrom.length > 1) inFrom.pop()
    } else if (one === ',') {
      if (inFrom.at(-1)) read(i + 1)
    } else if (one === 'from' && previous !== 'distinct') {
      openFrom()
      if (previous === 'delete') write(i + 1)
      else read(i + 1)
    } else if (one === 'join' || (one === 'using' && tokens[i + 1] !== '(')) {
      openFrom()
      read(i + 1)
    } else if (one === 'into' && (previous === 'insert' || previous === 'merge')) write(i + 1)
    else if (one === 'update' && !beforeOtherUpdate.has(previous)) write(i + 1)
    else if (one === 'truncate' || one === 'lock' || one === 'table') writeAll(i + 1)
    else if (one === 'copy') write(i + 1)
    else if (endsFrom.has(one)) inFrom[inFrom.length - 1] = false
  })
  return { reads, writes }
}
