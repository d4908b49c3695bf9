import { createYieldingMutex, type YieldingMutex } from '../../platform/concurrency/mutex.ts'
import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'
import { classify } from './classify.ts'
import { installFastFetch } from './fast-fetch.ts'
import { ImapFault } from './fault.ts'
import type { Node, Parsed } from './response.ts'
import type { ImapOptions } from './types.ts'
import { trackUnsolicited, type Unsolicited } from './unsolicited.ts'
import { watchSilence } from './watch-silence.ts'
import type { Untagged, Wire } from './wire.ts'

type RunOptions = {
  untagged?: Record<string, Untagged>
  onPlusTag?: () => void
  unwatched?: boolean
}

export type Connection = Unsolicited & {
  /**
   * Runs commands one after the other: SELECT and the commands that rely on it must not interleave. IDLE keeps the
   * connection until another command waits.
   */
  withLock: YieldingMutex
  has(capability: string): boolean
  enabled(extension: string): boolean
  /** Runs one command; only while holding the lock. Reading from the socket pauses while an untagged handler runs. */
  run(command: string, attributes?: (Node | string)[], options?: RunOptions): Promise<Parsed>
  write(line: string): void
  /** Ends the connection after this much silence, until the returned function is called. */
  watch(limitMs: number): () => void
  /** Suspends the silence watch while our own code runs. */
  busy<T>(work: () => T | Promise<T>): Promise<T>
  closed: Promise<void>
  end(reason: string): void
  wire: Wire
}

/** Closes the connection once; every caller gets the first reason. */
function createCloser(wire: Wire) {
  let fault: ImapFault | null = null
  const closed = new Promise<void>((resolve) => {
    wire.on('close', () => {
      fault ??= new ImapFault('closed', wire.byeReason ?? 'The connection was lost.')
      resolve()
    })
  })
  const end = (reason: string) => {
    fault ??= new ImapFault('closed', reason)
    wire.close()
  }
  return { fault: () => fault, closed, end }
}

/** A logged-in connection with its lock, silence watch and unsolicited responses. */
export function createConnection(wire: Wire, secret: string, options: ImapOptions): Connection {
  const { fault, closed, end } = createCloser(wire)
  installFastFetch(wire)
  const commandTimeoutMs = options.commandTimeoutMs ?? 120_000
  let busyCount = 0
  // Some servers send BYE and keep the socket open, so the running command would wait forever.
  const onBye = () =>
    void setTimeout(() => end(wire.byeReason ?? 'The server closed the session.'), 50).unref()
  const watch = (limitMs: number) =>
    watchSilence({
      limitMs,
      received: () => wire.stats().received,
      isBusy: () => busyCount > 0,
      onSilence: () => end(`The server was silent for ${limitMs / 1000} s.`),
    })
  return {
    withLock: createYieldingMutex(),
    ...trackUnsolicited(wire, onBye),
    has: (capability) => wire.capabilities.has(capability),
    enabled: (extension) => wire.enabled.has(extension),
    run: async (command, attributes = [], how = {}) => {
      assertNoTransaction('An IMAP command was sent')
      const ended = fault()
      if (ended) throw ended
      const stop = how.unwatched ? undefined : watch(commandTimeoutMs)
      try {
        const { response, next } = await wire.exec(command, attributes, how)
        next()
        return response
      } catch (error) {
        throw fault() ?? classify(error, secret)
      } finally {
        stop?.()
      }
    },
    watch,
    write: (line) => {
      try {
        wire.write(line)
      } catch {
        end('The connection was lost.')
      }
    },
    busy: async (work) => {
      busyCount += 1
      try {
        return await work()
      } finally {
        busyCount -= 1
      }
    },
    closed,
    end,
    wire,
  }
}
