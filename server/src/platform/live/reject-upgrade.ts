import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '../errors/app-error.ts'
import { errorBody } from '../http/error-reply.ts'
import { localeOf } from '../http/locale.ts'
import { newId } from '../ids/ids.ts'

/** Answers a rejected upgrade like any other request; the framework does not handle this socket. */
export function rejectUpgrade(socket: Duplex, request: IncomingMessage, error: AppError) {
  const requestId = newId()
  const body = JSON.stringify(errorBody(error, localeOf(request.headers['accept-language']), requestId))
  const retryAfter = error.extra.retryAfterSeconds
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    'Connection: close',
  ]
  // The other side may leave its half open forever.
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
