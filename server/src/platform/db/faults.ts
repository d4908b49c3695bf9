// Classifies PostgreSQL errors (codes: PostgreSQL documentation, appendix A).

type Fault = { code?: string; constraint?: string; message?: string }

const asFault = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {})

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  // The queue of connections of a server that accepts none is full.
  'EAGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25006', // read_only_sql_transaction: a server in recovery or in read-only mode
])
// 08: connection; 53: out of disk, memory or connections; 58: system error.
const unavailableClasses = /^(08|53|58)...$/
const unavailableMessages =
  /connection terminated|query read timeout|^timeout expired$|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after/i

/** The database is unavailable: the caller gets 503 and may retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = asFault(error)
  return unavailableCodes.has(code) || unavailableClasses.test(code) || unavailableMessages.test(message)
}

const writes = /\b(insert|update|delete|merge)\b/i
// Before the statement was sent.
const notSent =
  /^(ECONNREFUSED|EAGAIN|ENOENT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$|trying to connect|due to connection timeout|not queryable|cannot use a pool after/i
const unknownOutcomes = new WeakSet<object>()

/**
 * Remembers that a statement that commits something was sent and never answered: it may have taken effect, or may still.
 * An answer of the server, also a refusal, has a severity.
 */
export function noteOutcome(error: unknown, statement: string) {
  if (typeof error !== 'object' || error === null || 'severity' in error) return
  const { code = '', message = '' } = asFault(error)
  if (notSent.test(code) || notSent.test(message)) return
  if (statement === 'commit' || writes.test(statement)) unknownOutcomes.add(error)
}

/** Whether something may have taken effect, although the database did not say so. */
export const isOutcomeUnknown = (error: unknown) =>
  typeof error === 'object' && error !== null && unknownOutcomes.has(error)

/** For what is recorded before the work of a request begins, such as the last use of its session: not an effect. */
export async function withoutEffect<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (typeof error === 'object' && error !== null) unknownOutcomes.delete(error)
    throw error
  }
}

/** No answer within the time limit: the connection is unusable, and whether the statement took effect is unknown. */
export const isUnanswered = (error: unknown) => asFault(error).message === 'Query read timeout'

/** The server rolled back this transaction so that another one can continue: the same again may succeed. */
export const isDeadlock = (error: unknown) => asFault(error).code === '40P01'

/** The statement waited longer for a lock than its transaction allows. */
export const isLockTimeout = (error: unknown) => asFault(error).code === '55P03'

/** The server cancelled the statement because it took too long. */
export const isStatementTimeout = (error: unknown) => asFault(error).code === '57014'

export const isUniqueViolation = (error: unknown, constraint: string) => {
  const fault = asFault(error)
  return fault.code === '23505' && fault.constraint === constraint
}

export const isForeignKeyViolation = (error: unknown, constraint: string) => {
  const fault = asFault(error)
  return fault.code === '23503' && fault.constraint === constraint
}
