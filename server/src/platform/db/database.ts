import pg from 'pg'
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
}

export type OpenTransaction = Db & { commit(): Promise<void>; rollback(): Promise<void> }

export type Database = Db & {
  /** The caller must commit or roll back. */
  begin(): Promise<OpenTransaction>
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
  readonly pool: pg.Pool
}

export type DatabaseOptions = {
  url: string
  connections: number
  name: string
  onIdleError(error: Error): void
}

const runner = (client: pg.Pool | pg.PoolClient) => {
  // The row type is asserted here, where rows leave the driver; the statement next to it defines the columns.
  const rows = async <T>(query: Sql) => (await client.query(compile(query))).rows as T[]
  return {
    rows,
    row: async <T>(query: Sql) => (await rows<T>(query))[0],
    run: async (query: Sql) => (await client.query(compile(query))).rowCount ?? 0,
  }
}

async function begin(pool: pg.Pool): Promise<OpenTransaction> {
  const client = await pool.connect()
  const effects: (() => void)[] = []
  let isOpen = true
  const end = async (command: 'commit' | 'rollback') => {
    if (!isOpen) return
    isOpen = false
    try {
      await client.query(command)
      client.release()
    } catch (error) {
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  try {
    await client.query('begin')
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
  return {
    ...runner(client),
    afterCommit: (effect) => void effects.push(effect),
    commit: async () => {
      await end('commit')
      for (const effect of effects) effect()
    },
    rollback: () => end('rollback'),
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: customTypes,
    options: '-c TimeZone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=120000',
  })
  // An idle connection closed by the server must not crash the process: the pool opens another.
  pool.on('error', options.onIdleError)
  // The pool handles errors of idle connections only. Losing one inside a transaction must not crash the process either:
  // the pending statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const transaction = async <T>(work: (db: Db) => Promise<T>) => {
    const tx = await begin(pool)
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
    ...runner(pool),
    afterCommit: (effect) => effect(),
    begin: () => begin(pool),
    transaction,
    close: () => pool.end(),
    pool,
  }
}
