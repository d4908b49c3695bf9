// Plain SQL as tagged templates: sql`select * from t where id = ${id}`. Values become parameters, fragments
// nest. The text of one template never changes, so each statement is prepared once per connection.

export type Sql = {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Planned for each call, with its values. */
  readonly unprepared?: true
  /** How long to wait for its answer, instead of the limit of the pool. */
  readonly answerMs?: number
  readonly isQuick?: true
  readonly isTextOnly?: true
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql => ({ strings, values })

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value

export type Statement = {
  text: string
  values: unknown[]
  name?: string
  query_timeout?: number
  isTextOnly?: true
}

const textOfTemplate = new WeakMap<readonly string[], string>()
const nameOfText = new Map<string, string>()
// Texts built from changing fragments could fill every connection with prepared statements: beyond this number, no
// more are prepared.
const maxNames = 2000

function nameOf(text: string): string | undefined {
  const known = nameOfText.get(text)
  if (known || nameOfText.size >= maxNames) return known
  const name = `s${nameOfText.size}`
  nameOfText.set(text, name)
  return name
}

function flatten(query: Sql, out: { text: string; values: unknown[] }) {
  query.strings.forEach((part, i) => {
    out.text += part
    if (i >= query.values.length) return
    const value = query.values[i]
    if (isSql(value)) flatten(value, out)
    else out.text += `$${out.values.push(value)}`
  })
}

export function compile(query: Sql): Statement {
  const known = textOfTemplate.get(query.strings)
  const out = { text: known ?? '', values: known ? [...query.values] : [] }
  if (!known) {
    flatten(query, out)
    if (!query.values.some(isSql)) textOfTemplate.set(query.strings, out.text)
  }
  const name = query.unprepared ? undefined : nameOf(out.text)
  const statement: Statement = name === undefined ? out : { ...out, name }
  if (query.answerMs !== undefined) statement.query_timeout = query.answerMs
  if (query.isTextOnly) statement.isTextOnly = true
  return statement
}

/** For a statement whose text depends on the caller, or whose best plan depends on its values. */
export const unprepared = (query: Sql): Sql => ({ ...query, unprepared: true })

/** For a statement that may take longer than others; the server's `statement_timeout` has to be raised as well. */
export const longRunning = (query: Sql, answerMs: number): Sql => ({ ...query, answerMs })

/** For a statement that takes a millisecond or two and waits for no lock: it may share a connection with others. */
export const quick = (query: Sql): Sql => ({ ...query, isQuick: true })

/**
 * For a statement that returns long texts, in columns of type text only: each row is an array. They come in the binary
 * format; in the text format the server scans each value for its end, byte by byte.
 */
export const textOnly = (query: Sql): Sql => ({ ...query, isTextOnly: true })

/** Joins fragments: sql`where ${all([a, b])}`. */
export function join(fragments: Sql[], separator: string): Sql {
  const strings = ['', ...fragments.slice(1).map(() => separator), '']
  return { strings, values: fragments }
}
export const all = (conditions: Sql[]): Sql => (conditions.length ? join(conditions, ' and ') : sql`true`)
