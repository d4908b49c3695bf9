import { hole } from './sql-texts.ts'

export type TableUse = { reads: Set<string>; writes: Set<string> }

type Token = string

const pattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")+"(?:\s*\.\s*"(?:[^"]|"")+")*|[a-z_][\w$]*(?:\.[a-z_*][\w$]*)*|\S/gi

/** Without comments and strings; names in lower case, without `public.` and quotes. */
const tokensOf = (text: string): Token[] =>
  (text.match(pattern) ?? [])
    .filter((token) => !/^(--|\/\*|')/.test(token))
    .map((token) =>
      token
        .replaceAll('"', '')
        .toLowerCase()
        .replace(/^public\./, ''),
    )

const isName = (token: Token | undefined): token is Token => /^[a-z_]/.test(token ?? '')

const endsFrom = new Set([
  'where',
  'group',
  'having',
  'window',
  'order',
  'limit',
  'offset',
  'for',
  'fetch',
  'union',
  'except',
  'intersect',
  'returning',
  'select',
  'set',
  'when',
  'values',
  'on_conflict',
])

/** `for update`, `for no key update`, `do update set` and `on update cascade` write no table that they name. */
const notAnUpdate = new Set(['for', 'key', 'do', 'on'])

/** The names after `with` and after the commas between the parts of a `with`. */
function partsOfWith(tokens: Token[]): Set<string> {
  const names = new Set<string>()
  tokens.forEach((token, i) => {
    if (!isName(token) || !['with', 'recursive', ','].includes(tokens[i - 1] ?? '')) return
    let next = i + 1
    if (tokens[next] === '(') next = tokens.indexOf(')', next) + 1
    if (tokens[next] !== 'as') return
    next++
    if (tokens[next] === 'not') next++
    if (tokens[next] === 'materialized') next++
    if (tokens[next] === '(') names.add(token)
  })
  return names
}

/** Which of the known tables and views a statement, or a fragment of one, reads and writes. */
export function tablesOf(text: string, known: (name: string) => boolean): TableUse {
  const tokens = tokensOf(text)
  const reads = new Set<string>()
  const writes = new Set<string>()
  const own = partsOfWith(tokens)
  // Per depth of brackets: whether a comma leads to one more table.
  const inFrom: boolean[] = [false]

  const nameAt = (start: number): string | undefined => {
    let at = start
    while (['only', 'lateral', 'table', 'if', 'not', 'exists', 'concurrently'].includes(tokens[at] ?? ''))
      at++
    const name = tokens[at]
    if (name === hole) return hole
    return isName(name) && tokens[at + 1] !== '(' ? name : undefined
  }
  const read = (at: number) => {
    const name = nameAt(at)
    if (name !== undefined && name !== hole && !own.has(name) && known(name)) reads.add(name)
  }
  const write = (at: number) => {
    // `insert into t (columns)` has a bracket after the table.
    const name = tokens[at] === 'table' || tokens[at] === 'only' ? nameAt(at) : tokens[at]
    if (name !== undefined && (name === hole || known(name))) writes.add(name)
  }

  // A fragment may be nothing but a table.
  if (isName(tokens[0]) && known(tokens[0]) && tokens[1] !== '(') reads.add(tokens[0])

  tokens.forEach((token, i) => {
    const before = tokens[i - 1]
    if (token === '(') {
      // `from (a join b on …)` and `(select …)`.
      const opensFrom = ['from', 'join', 'lateral', '('].includes(before ?? '') && (inFrom.at(-1) ?? false)
      inFrom.push(opensFrom)
      if (opensFrom) read(i + 1)
    } else if (token === ')') {
      if (inFrom.length > 1) inFrom.pop()
    } else if (token === ',') {
      if (inFrom.at(-1)) read(i + 1)
    } else if (token === 'from') {
      if (before === 'distinct') return
      inFrom[inFrom.length - 1] = true
      if (before === 'delete') write(i + 1)
      else read(i + 1)
    } else if (token === 'join') {
      inFrom[inFrom.length - 1] = true
      read(i + 1)
    } else if (token === 'using' && tokens[i + 1] !== '(') {
      inFrom[inFrom.length - 1] = true
      read(i + 1)
    } else if (token === 'into') {
      if (before === 'insert' || before === 'merge') write(i + 1)
    } else if (token === 'update') {
      if (!notAnUpdate.has(before ?? '')) write(i + 1)
    } else if (token === 'truncate' || token === 'lock' || token === 'copy') write(i + 1)
    else if (token === 'table' && !['truncate', 'lock'].includes(before ?? '')) {
      const name = nameAt(i + 1)
      if (name !== undefined && known(name)) writes.add(name)
    } else if (endsFrom.has(token)) inFrom[inFrom.length - 1] = false
  })
  return { reads, writes }
}
