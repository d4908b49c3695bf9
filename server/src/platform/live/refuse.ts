import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '../errors/app-error.ts'
import { errorBody } from '../http/error-reply.ts'
import { localeOf } from '../http/locale.ts'
import { newId } from '../ids/ids.ts'

/** A refused upgrade is answered like any other request; no framework stands behind this socket to do it. */
export function refuse(socket: Duplex, request: IncomingMessage, error: AppError) {
  const requestId = newId()
  const body = JSON.stringify(errorBody(error, localeOf(request.headers['accept-language']), requestId))
  const wait = error.extra.retryAfterSeconds
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(wait === undefined ? [] : [`Retry-After: ${wait}`]),
    'Connection: close',
  ]
  // The other side may leave its half open for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
