import { connect as connectSocket, type Socket } from 'node:net'
import { assertNoTransaction } from '../concurrency/transaction-scope.ts'
import { OutboundBlocked, OutboundFailed } from './errors.ts'
import { canonical } from './read-host.ts'
import type { ResolveAll, Resolved } from './resolve.ts'

type ConnectOptions = { timeoutMs?: number; signal?: AbortSignal | undefined }
export type Connect = (host: string, port: number, options?: ConnectOptions) => Promise<Socket>

/** How long to wait for one address before trying the next. */
const attemptTimeoutMs = 3_000

const causeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''

/** One attempt at one checked address. No name is resolved here, so the address cannot change after the check. */
function dial(target: Resolved, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host: target.address, port, family: target.family, noDelay: true })
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', onAbort)
      socket.removeListener('error', onError)
      finish()
    }
    const onError = (error: unknown) => settle(() => reject(error))
    const onAbort = () => {
      socket.destroy()
      settle(() => reject(signal.reason))
    }
    socket.once('error', onError)
    socket.once('connect', () => settle(() => resolve(socket)))
    // The caller may attach its listener a moment later: an error without a listener would crash the process.
    socket.on('error', () => {})
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

/** Checks the actual peer address: the last line of defence if anything before it is wrong. */
function verify(socket: Socket, target: Resolved, host: string, port: number) {
  const reached = socket.remoteAddress
  if (reached !== undefined && canonical(reached) === target.address) return socket
  socket.destroy()
  if (reached === undefined) throw new OutboundFailed('unreachable', `${host}:${port} closed the connection.`)
  throw new OutboundBlocked(host, port)
}

/** Stops waiting when the signal aborts; a system lookup cannot be cancelled, only abandoned. */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

async function dialAny(targets: Resolved[], port: number, host: string, signal: AbortSignal) {
  let failure: unknown
  for (const [index, target] of targets.entries()) {
    const isLast = index === targets.length - 1
    const attempt = isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)])
    try {
      return verify(await dial(target, port, attempt), target, host, port)
    } catch (error) {
      if (signal.aborted || error instanceof OutboundBlocked) throw error
      failure = error
    }
  }
  throw new OutboundFailed('unreachable', `${host}:${port} cannot be reached${causeOf(failure)}.`, failure)
}

export function createConnect(resolveAll: ResolveAll): Connect {
  return async (host, port, { timeoutMs = 10_000, signal } = {}) => {
    assertNoTransaction('A connection was opened')
    const timeout = AbortSignal.timeout(timeoutMs)
    const combined = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const targets = await abortable(combined, resolveAll(host, port))
      return await dialAny(targets, port, host, combined)
    } catch (error) {
      if (signal?.aborted) throw new OutboundFailed('aborted', 'The call was cancelled.', error)
      if (timeout.aborted)
        throw new OutboundFailed('timeout', `${host}:${port} did not answer in time.`, error)
      throw error
    }
  }
}
