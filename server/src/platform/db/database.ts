import pg from 'pg'
import { markTransaction, withTransactionScope } from '../concurrency/transaction-scope.ts'
import { clientWith } from './client.ts'
import { isUnanswered, noteOutcome } from './faults.ts'
import { createSharedConnection } from './shared-connection.ts'
import { compile, type Sql } from './sql.ts'
import { customTypes } from './types.ts'

/** Runs statements: on the pool, each on its own, or in an open transaction. */
export type Db = {
  rows<T>(query: Sql): Promise<T[]>
  row<T>(query: Sql): Promise<T | undefined>
  /** Runs a statement and returns the number of affected rows. */
  run(query: Sql): Promise<number>
  /** Runs the effect after the commit; at once outside a transaction. */
  afterCommit(effect: () => void): void
  /**
   * What modules keep with this transaction, each under its own key; undefined outside of one. A WeakMap by transaction
   * would keep its values, and whatever they refer to, until the next full collection.
   */
  readonly values?: Map<symbol, unknown>
}

export type Transaction = Db & {
  /** The last statement: the commit is sent along with it. If the statement fails, the server rolls back instead. */
  sendLast(answer: Promise<unknown>): void
}

export type OpenTransaction = Transaction & { commit(): Promise<void>; rollback(): Promise<void> }

export type Database = Db & {
  /** The caller must commit or roll back. */
  begin(): Promise<OpenTransaction>
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
  readonly pool: pg.Pool
}

type TransactionOptions = {
  /** For each statement, instead of the limits of the pool. */
  limits?: { lockMs: number; statementMs: number }
  /** All statements see the same state. */
  isSnapshot?: boolean
  /** The first statement has no effect outside a transaction, and is sent along with `begin`. */
  startsWithRead?: boolean
}

export type DatabaseTimeouts = {
  /** For a free connection of the pool, and for opening one. */
  connectMs?: number
  /** The server cancels a statement that takes longer. */
  statementMs?: number
  /** A connection on which a statement is not answered within this time is abandoned. */
  answerMs?: number
  /** The server ends a transaction that waits longer for this process, which may be suspended, and frees its locks. */
  idleMs?: number
}

export type DatabaseOptions = DatabaseTimeouts & {
  url: string
  connections: number
  name: string
  /** An unused connection is closed after this time. */
  keepMs?: number
  /** Sends statements of a transaction without waiting for the answers to the ones before. */
  pipeline?: boolean
  /** Sends quick statements on a connection that they share, if it is not busy. It is one of the pool; needs `pipeline`. */
  sharesQuick?: boolean
  /** Plans each statement once for all parameters: for short statements, planning takes longer than running. */
  planOnce?: boolean
  onIdleError(error: Error): void
}

// A server that still works cancels a slow statement itself; only one that hangs is given up.
const graceMs = 2_500

const runner = (send: (query: Sql) => Promise<pg.QueryResult>) => {
  // The row type is asserted here, where rows leave the driver; the statement next to it defines the columns.
  const rows = async <T>(query: Sql) => (await send(query)).rows as T[]
  return {
    rows,
    row: async <T>(query: Sql) => (await rows<T>(query))[0],
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
  }
}

function beginWith({ limits, isSnapshot }: TransactionOptions) {
  const commands = [isSnapshot ? 'begin isolation level repeatable read, read only' : 'begin']
  if (limits)
    commands.push(
      `set local lock_timeout = ${limits.lockMs}`,
      `set local statement_timeout = ${limits.statementMs}`,
    )
  return commands.join('; ')
}

async function begin(pool: pg.Pool, options: TransactionOptions = {}): Promise<OpenTransaction> {
  const client = await pool.connect()
  const unmark = markTransaction()
  const effects: (() => void)[] = []
  let isOpen = true
  let failure: Error | undefined
  /** Closes the connection, so that the server rolls back and nothing waits behind an unanswered statement. */
  const abandon = (error: unknown) => {
    isOpen = false
    unmark()
    failure = error instanceof Error ? error : new Error(String(error))
    client.release(failure)
  }
  let hasBegun = false
  let last: Promise<unknown> | undefined
  const send = async (query: pg.QueryConfig) => {
    if (failure) throw failure
    try {
      const answer = client.query(query)
      if (!hasBegun) {
        // It fails as well, if `begin` does.
        answer.catch(() => undefined)
        await begun
      }
      return await answer
    } catch (error) {
      // From the socket to whoever sent the statement.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (isOpen && isUnanswered(error)) abandon(error)
      throw error
    }
  }
  const end = async (command: 'commit' | 'rollback') => {
    if (failure && command === 'commit') throw failure
    if (!isOpen) return
    isOpen = false
    unmark()
    try {
      await client.query(command)
      client.release()
    } catch (error) {
      noteOutcome(error, command)
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  const begun = client.query(beginWith(options)).then(
    () => {
      hasBegun = true
    },
    (error) => {
      abandon(error)
      throw error
    },
  )
  if (options.startsWithRead) begun.catch(() => undefined)
  else await begun
  return {
    ...runner((query) => send(compile(query))),
    afterCommit: (effect) => void effects.push(effect),
    values: new Map(),
    sendLast: (answer) => {
      last = answer
      answer.catch(() => undefined)
    },
    commit: async () => {
      await end('commit')
      await last
      for (const effect of effects) effect()
    },
    rollback: () => end('rollback'),
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectMs = 5_000, statementMs = 30_000, idleMs = 10_000 } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: connectMs,
    Client: clientWith(options.answerMs ?? statementMs + graceMs),
    idleTimeoutMillis: options.keepMs ?? 60_000,
    keepAlive: true,
    ...(options.pipeline && { pipeline: true }),
    types: customTypes,
    options: `-c TimeZone=UTC -c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${idleMs}${
      options.planOnce ? ' -c plan_cache_mode=force_generic_plan' : ''
    }`,
  })
  // An idle connection closed by the server must not crash the process: the pool opens another. A closed pool does not
  // wait until the server has read the end of each session, so the server may stop first.
  pool.on('error', (error) => {
    if (!pool.ending) options.onIdleError(error)
  })
  // The pool handles errors of idle connections only. Losing one inside a transaction must not crash the process either:
  // the pending statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const shared = options.sharesQuick ? createSharedConnection(pool) : undefined
  const sendAlone = async (query: Sql) => {
    const statement = compile(query)
    try {
      return await ((query.isQuick && shared?.send(statement)) ?? pool.query(statement))
    } catch (error) {
      noteOutcome(error, statement.text)
      throw error
    }
  }
  const transact = async <T>(work: (tx: Transaction) => Promise<T>, how?: TransactionOptions) => {
    const tx = await begin(pool, how)
    try {
      const result = await work(tx)
      await tx.commit()
      return result
    } catch (error) {
      await tx.rollback().catch(() => undefined)
      throw error
    }
  }
  return {
    ...runner(sendAlone),
    afterCommit: (effect) => effect(),
    begin: () => begin(pool),
    transaction: (work, how) => withTransactionScope(() => transact(work, how)),
    close: () => {
      shared?.close()
      return pool.end()
    },
    pool,
  }
}
