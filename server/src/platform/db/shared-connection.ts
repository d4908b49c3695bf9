import type pg from 'pg'
import type { Statement } from './sql.ts'

/** More would wait longer for each other than for a connection of their own. */
const maxInProgress = 8
/** A statement that takes longer is not followed by others. */
const maxWaitMs = 10

/** Of a statement that failed alone, the severity is ERROR. */
const isLost = (error: unknown) => (error as { severity?: string }).severity !== 'ERROR'
const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * A connection on which several quick statements are in progress at the same time. The server goes from one to the next
 * without being woken for each, and with fewer processes at work on the same processors. If it is unused for `keepMs`, it
 * is given back to the pool, which closes it after a while.
 */
export function createSharedConnection(pool: pg.Pool, keepMs = 5_000) {
  let client: pg.PoolClient | undefined
  let isConnecting = false
  let isClosed = false
  let inProgress = 0
  /** Since when the server has worked on the first statement in progress. */
  let headSince = 0
  let usedAt = 0
  let idleTimer: NodeJS.Timeout | undefined

  function release(error?: Error) {
    clearTimeout(idleTimer)
    const released = client
    client = undefined
    inProgress = 0
    released?.off('error', release)
    released?.release(error)
  }

  function watchIdle() {
    idleTimer = setTimeout(() => {
      if (inProgress === 0 && performance.now() - usedAt > keepMs) release()
      else watchIdle()
    }, keepMs)
    idleTimer.unref()
  }

  async function connect() {
    isConnecting = true
    try {
      const connected = await pool.connect()
      if (isClosed) return connected.release()
      client = connected
      client.on('error', release)
      watchIdle()
    } catch {
      // The statement itself goes another way, and reports what is wrong.
    } finally {
      isConnecting = false
    }
  }

  async function sendTo(own: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
    const now = performance.now()
    if (inProgress++ === 0) headSince = now
    usedAt = now
    try {
      return await own.query(statement)
    } catch (error) {
      if (own === client && isLost(error)) release(toError(error))
      throw error
    } finally {
      if (own === client) {
        inProgress--
        headSince = performance.now()
        if (isClosed && inProgress === 0) release()
      }
    }
  }

  return {
    /** Undefined if the statement would have to wait for too long: it needs a connection of its own. */
    send(statement: Statement): Promise<pg.QueryResult> | undefined {
      if (isClosed) return undefined
      if (!client) {
        if (!isConnecting && pool.waitingCount === 0) void connect()
        return undefined
      }
      const isBusy = inProgress > 0 && performance.now() - headSince > maxWaitMs
      return inProgress >= maxInProgress || isBusy ? undefined : sendTo(client, statement)
    },
    close() {
      isClosed = true
      if (inProgress === 0) release()
    },
  }
}
