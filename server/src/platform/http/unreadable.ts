import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../errors/app-error.ts'
import { errorBody } from './error-reply.ts'
import { type Origin, securityHeaders } from './headers.ts'
import { localeOf } from './locale.ts'

// Requests that never reach a route: a malformed URL, an oversized header, something that is not HTTP. Fastify answers
// these before any hook, in its own format and without our headers.

const jsonType: [string, string] = ['Content-Type', 'application/json; charset=utf-8']

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

const badRequest = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })

export const unreadableRequests = (origin: Origin) => ({
  frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    // No resource has such a long name; a name that cannot be decoded is a bad request.
    const known =
      error.code === 'FST_ERR_MAX_PARAM_LENGTH'
        ? fault('request.not_found')
        : badRequest('The URL is malformed: check its percent-encoding.')
    const response: ServerResponse = reply.raw
    const headers = [...securityHeaders(origin), jsonType, ['X-Request-Id', request.id] as const]
    for (const [name, value] of headers) response.setHeader(name, value)
    response.statusCode = known.status
    response.end(JSON.stringify(errorBody(known, localeOf(request.headers['accept-language']), request.id)))
  },

  clientErrorHandler(error: Error & { code?: string }, socket: Socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statusOf[error.code ?? ''] ?? 400
    const body = JSON.stringify(errorBody(badRequest('The request is not valid HTTP.'), 'en', ''))
    const headers = [
      ...securityHeaders(origin),
      jsonType,
      ['Content-Length', String(Buffer.byteLength(body))],
    ]
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((one) => one.join(': '))]
    if (socket.writable) socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`)
    socket.destroySoon()
  },
})
