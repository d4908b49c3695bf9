// The thread that parses untrusted bytes. It may be killed at any moment and keeps no state between tasks.
import { parentPort, workerData } from 'node:worker_threads'
import type { Batch, MimeResult, Outcome, PackedTask, Range, Reply } from './mime-tasks.ts'
import { attachmentBytes, parseMessage } from './parse-message.ts'
import type { ParsedMessage } from './parsed-message.ts'
import { sanitise } from './sanitise-html.ts'
import { toStoredHtml } from './to-stored-html.ts'

const port = parentPort
if (!port) throw new Error('mime-worker runs as a worker thread')
// Tells the pool which task is running, even while this thread is too busy to send messages.
const progress = new Int32Array(workerData.progress)

function withSafeHtml(message: ParsedMessage): ParsedMessage {
  const safeHtml = toStoredHtml(message)
  return safeHtml ? { ...message, safeHtml } : message
}

function perform(task: PackedTask, buffer: ArrayBuffer): MimeResult {
  const bytes = (range: Range) => new Uint8Array(buffer, range.start, range.end - range.start)
  switch (task.kind) {
    case 'parse':
      return withSafeHtml(parseMessage(bytes(task.at), task.options))
    case 'attachment':
      return attachmentBytes(bytes(task.at), task.position)
    case 'sanitise':
      return sanitise(task.html, task.options)
  }
}

function attempt(task: PackedTask, buffer: ArrayBuffer): Outcome {
  try {
    return { ok: true, value: perform(task, buffer) }
  } catch (error) {
    return { ok: false, reason: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
}

const resultSize = ({ ok, ...rest }: Outcome): number => {
  const value = ok && 'value' in rest ? rest.value : null
  if (value === null) return 0
  if ('byteLength' in value) return value.byteLength
  if ('html' in value) return value.html.length
  return (value.bodyText?.length ?? 0) + (value.bodyHtml?.length ?? 0) + (value.safeHtml?.html.length ?? 0)
}

// Keeps replies small, since the main thread deserialises each one without a break.
const maxReplyBytes = 512 * 1024

port.on('message', ({ batch, buffer, tasks }: Batch) => {
  let results: Outcome[] = []
  let first = 0
  let replyBytes = 0
  const flush = (next: number) => {
    const reply: Reply = { kind: 'results', batch, first, results }
    port.postMessage(reply)
    results = []
    first = next
    replyBytes = 0
  }
  tasks.forEach((task, index) => {
    Atomics.store(progress, 0, index)
    const outcome = attempt(task, buffer)
    results.push(outcome)
    replyBytes += resultSize(outcome)
    if (replyBytes >= maxReplyBytes) flush(index + 1)
  })
  if (results.length > 0) flush(tasks.length)
})
port.postMessage({ kind: 'ready' } satisfies Reply)
