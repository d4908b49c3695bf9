// The messages between the main thread and a worker.
import { setImmediate } from 'node:timers/promises'
import type { ParsedMessage, ParseOptions } from './parsed-message.ts'
import type { Sanitised, SanitiseOptions } from './sanitise-html.ts'

export type MimeTask =
  | { kind: 'parse'; source: Uint8Array; options: ParseOptions }
  | { kind: 'attachment'; source: Uint8Array; position: number }
  | { kind: 'sanitise'; html: string; options: SanitiseOptions }

export type MimeResult = ParsedMessage | Uint8Array | Sanitised | null

/** A range of the buffer that carries the sources of a batch. */
export type Range = { start: number; end: number }
export type PackedTask =
  | { kind: 'parse'; at: Range; options: ParseOptions }
  | { kind: 'attachment'; at: Range; position: number }
  | Extract<MimeTask, { kind: 'sanitise' }>

export type Batch = { batch: number; buffer: ArrayBuffer; tasks: PackedTask[] }

export type Reply =
  | { kind: 'ready' }
  /** The results of the tasks from `first` on. */
  | { kind: 'results'; batch: number; first: number; results: Outcome[] }

export type FailReason = 'too_slow' | 'too_large' | 'unreadable'
export type Outcome = { ok: true; value: MimeResult } | { ok: false; reason: FailReason; detail?: string }

/** The size of a task for batching. */
export const sizeOf = (task: MimeTask) => ('source' in task ? task.source.byteLength : 2 * task.html.length)

const stepBytes = 4 * 1024 * 1024

/** Processes bytes in steps and yields between them: 100 MB at once would block the main thread for 100 ms. */
export async function inSteps(
  bytes: Uint8Array,
  work: (part: Uint8Array, at: number) => void,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += stepBytes) {
    if (at > 0) await setImmediate()
    work(bytes.subarray(at, at + stepBytes), at)
  }
}

/** Copies the sources into one transferable buffer: small Buffers share a pool that cannot be transferred. */
export async function packBatch(batch: number, tasks: readonly MimeTask[]): Promise<Batch> {
  const size = tasks.reduce((sum, task) => sum + ('source' in task ? task.source.byteLength : 0), 0)
  const bytes = new Uint8Array(size)
  const packed: PackedTask[] = []
  let start = 0
  for (const task of tasks) {
    if (!('source' in task)) {
      packed.push(task)
      continue
    }
    const at = { start, end: start + task.source.byteLength }
    if (task.source.byteLength <= stepBytes) bytes.set(task.source, start)
    else await inSteps(task.source, (part, offset) => bytes.set(part, at.start + offset))
    start = at.end
    packed.push(
      task.kind === 'parse'
        ? { kind: 'parse', at, options: task.options }
        : { kind: 'attachment', at, position: task.position },
    )
  }
  return { batch, buffer: bytes.buffer, tasks: packed }
}
