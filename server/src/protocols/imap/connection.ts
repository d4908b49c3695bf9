import { createYieldingMutex, type YieldingMutex } from '../../platform/concurrency/mutex.ts'
import { classify } from './classify.ts'
import { ImapFault } from './fault.ts'
import { readFetchesQuickly } from './quick-fetch.ts'
import type { Node, Parsed } from './response.ts'
import type { ImapOptions } from './types.ts'
import { listenToUnasked, type Unasked } from './unasked.ts'
import { watchSilence } from './watch-silence.ts'
import type { Untagged, Wire } from './wire.ts'

type RunOptions = {
  untagged?: Record<string, Untagged>
  onPlusTag?: () => void
  unwatched?: boolean
}

export type Connection = Unasked & {
  /**
   * Runs commands one after the other: SELECT and the commands that rely on it must not interleave. IDLE keeps the
   * connection until another command waits.
   */
  take: YieldingMutex
  has(capability: string): boolean
  enabled(extension: string): boolean
  /** One command. Only inside a turn. Handlers of untagged answers hold back the network while they run. */
  run(command: string, attributes?: (Node | string)[], options?: RunOptions): Promise<Parsed>
  write(line: string): void
  /** From now on a silence of this length ends the connection, until the answer is called. */
  watch(limitMs: number): () => void
  /** While our own code is at work, silence says nothing about the server. */
  busy<T>(work: () => T | Promise<T>): Promise<T>
  closed: Promise<void>
  end(reason: string): void
  wire: Wire
}

/** The one end of a connection: the first reason given is the one that everybody hears. */
function createEnd(wire: Wire) {
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

/** A logged-in connection: turns, silence, unasked answers and its one end. */
export function createConnection(wire: Wire, secret: string, options: ImapOptions): Connection {
  const { fault, closed, end } = createEnd(wire)
  readFetchesQuickly(wire)
  const usualLimitMs = options.commandTimeoutMs ?? 120_000
  let busyWith = 0
  // Some servers say BYE and keep the socket: the command under way would wait for ever.
  const onBye = () => void setTimeout(() => end(wire.byeReason ?? 'The server said goodbye.'), 50).unref()
  const watch = (limitMs: number) =>
    watchSilence({
      limitMs,
      received: () => wire.stats().received,
      isBusy: () => busyWith > 0,
      onSilence: () => end(`The server was silent for ${limitMs / 1000} s.`),
    })
  return {
    take: createYieldingMutex(),
    ...listenToUnasked(wire, onBye),
    has: (capability) => wire.capabilities.has(capability),
    enabled: (extension) => wire.enabled.has(extension),
    run: async (command, attributes = [], how = {}) => {
      const ended = fault()
      if (ended) throw ended
      const stop = how.unwatched ? undefined : watch(usualLimitMs)
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
      busyWith += 1
      try {
        return await work()
      } finally {
        busyWith -= 1
      }
    },
    closed,
    end,
    wire,
  }
}
