import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { completeAnswer } from './complete-answer.ts'
import type { ModelReply, RecordedCall, Wire, WireError } from './types.ts'

const messages: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'Incorrect API key provided.',
  404: 'The model does not exist.',
  429: 'Rate limit reached.',
  500: 'Internal server error.',
  503: 'The model is overloaded. Please try again later.',
  529: 'Overloaded',
}

export const errorOf = (status: number, error: ModelReply['error'] = {}): WireError => ({
  ...error,
  status,
  message: error.message ?? messages[status] ?? 'The request failed.',
})

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: object = {}) {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Resolves when the client has closed the connection. */
const closed = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    if (response.destroyed) resolve()
    else response.once('close', resolve)
  })

type Sending = { response: ServerResponse; reply: ModelReply; wire: Wire; record: RecordedCall }

async function write(response: ServerResponse, text: string) {
  if (!response.write(text) && !response.destroyed)
    await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed(response)])
}

/** The fault itself, after half of the answer has been sent. */
async function fail({ response, reply, wire, record }: Sending) {
  if (reply.fault === 'hang') await closed(response)
  else if (reply.fault === 'cut') {
    record.outcome = 'cut'
    // What was written must reach the client first.
    await sleep(20)
    response.destroy()
  } else {
    record.outcome = 'cut'
    response.end(reply.fault === 'error' ? wire.errorEvent(errorOf(reply.status ?? 500, reply.error)) : '')
  }
}

async function stream(sending: Sending, events: string[]) {
  const { response, reply } = sending
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers })
  const sent = reply.fault ? events.slice(0, Math.ceil(events.length / 2)) : events
  for (const [at, event] of sent.entries()) {
    if (at > 0 && reply.pauseMs) await sleep(reply.pauseMs)
    if (response.destroyed) return
    await write(response, event)
  }
  if (reply.fault) return fail(sending)
  response.end()
}

async function sendWhole(sending: Sending, body: string) {
  const { response, reply } = sending
  const headers = { 'content-type': 'application/json', ...reply.headers }
  if (!reply.fault) return void response.writeHead(200, headers).end(body)
  const half = body.slice(0, Math.ceil(body.length / 2))
  const length = reply.fault === 'truncate' ? half.length : Buffer.byteLength(body)
  response.writeHead(200, { ...headers, 'content-length': length })
  await write(response, half)
  return fail(sending)
}

/** Sends the reply as the provider would, and notes what became of it. */
export async function sendReply(sending: Sending) {
  const { response, reply, wire, record } = sending
  if (reply.delayMs) await Promise.race([sleep(reply.delayMs), closed(response)])
  if (response.destroyed) return
  if (reply.status !== undefined && reply.fault !== 'error') {
    record.status = reply.status
    record.outcome = 'answered'
    const retry = reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) }
    const body = reply.body ?? wire.error(errorOf(reply.status, reply.error))
    return sendJson(response, reply.status, body, { ...retry, ...reply.headers })
  }
  const answer = completeAnswer(record, reply)
  response.once('finish', () => {
    if (record.outcome !== 'open') return
    record.outcome = 'answered'
    record.usage = answer.usage
  })
  if (record.stream) return stream(sending, wire.events(answer))
  return sendWhole(sending, JSON.stringify(reply.body ?? wire.answer(answer)))
}
