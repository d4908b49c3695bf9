import type { Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { OutboundFailed } from './errors.ts'
import { reasonOf } from './failure-reasons.ts'
import { readHost } from './read-host.ts'

export type SecureOptions = Pick<ConnectionOptions, 'ca' | 'ALPNProtocols' | 'rejectUnauthorized'> & {
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** The certificate is requested and verified for the caller's name, not for the dialled address. */
function identity(host: string): { host: string; servername?: string } {
  const read = readHost(host)
  // SNI never contains an address (RFC 6066 3); the certificate must then list the address itself.
  return read.kind === 'address' ? { host: read.address } : { host: read.name, servername: read.name }
}

const networkErrors = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** A lost connection says nothing about the peer's certificate and may be retried. */
function handshakeFault(host: string, error: Error & { code?: string }) {
  if (networkErrors.has(error.code ?? ''))
    return new OutboundFailed('unreachable', `${host} dropped the connection (${error.code}).`, error)
  return new OutboundFailed(
    'tls_failed',
    `Failed to establish a secure connection: ${host} ${reasonOf(error) ?? 'did not complete the TLS handshake'}.`,
    error,
  )
}

/** Starts TLS on an open connection. Closes it when the handshake fails. */
export function secure(socket: Socket, host: string, options: SecureOptions = {}): Promise<TLSSocket> {
  const { timeoutMs = 10_000, signal, ...tls } = options
  return new Promise((resolve, reject) => {
    const secured = connectTls({ ...tls, ...identity(host), socket })
    const timer = setTimeout(
      () => fail(new OutboundFailed('timeout', `${host} did not finish the TLS handshake in time.`)),
      timeoutMs,
    )
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      secured.off('error', onError).off('close', onClose)
    }
    const fail = (error: Error) => {
      settle()
      // A late error of an abandoned socket has no listener and would crash the process.
      secured.on('error', () => {})
      secured.destroy()
      socket.destroy()
      reject(error)
    }
    const onError = (error: Error) => fail(handshakeFault(host, error))
    const onClose = () => fail(new OutboundFailed('unreachable', `${host} closed the connection.`))
    const onAbort = () => fail(new OutboundFailed('aborted', 'The call was cancelled.', signal?.reason))
    secured.once('error', onError).once('close', onClose)
    secured.once('secureConnect', () => {
      settle()
      resolve(secured)
    })
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
  })
}
