import { Worker } from 'node:worker_threads'
import type { Batch, FailReason, Outcome, Reply } from './mime-tasks.ts'

export type ThreadEvents = {
  ready(): void
  results(batch: number, first: number, results: Outcome[]): void
  /** The thread has exited; `at` is the index in its batch of the task that killed it. */
  exited(at: number, reason: FailReason): void
}

export type Thread = {
  send(batch: Batch): void
  /** The index in its batch of the running task. */
  at(): number
  kill(reason: FailReason): void
  stop(): Promise<void>
}

// The compile cache halves the start-up time of a thread and saves it from compiling.
const entry = `require('node:module').enableCompileCache()
import(${JSON.stringify(new URL('./mime-worker.ts', import.meta.url))})`

export function startThread(events: ThreadEvents, heapMb: number): Thread {
  const shared = new SharedArrayBuffer(4)
  const progress = new Int32Array(shared)
  const worker = new Worker(entry, {
    eval: true,
    workerData: { progress: shared },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 },
    // No flags of a test runner or inspector, and no environment: it needs no secrets.
    execArgv: ['--no-warnings'],
    env: {},
  })
  let reason: FailReason = 'unreadable'
  let stopping = false
  worker.on('message', (reply: Reply) => {
    if (reply.kind === 'ready') events.ready()
    else events.results(reply.batch, reply.first, reply.results)
  })
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = 'too_large'
  })
  worker.on('exit', () => {
    if (!stopping) events.exited(Atomics.load(progress, 0), reason)
  })
  // Pending mail must not keep the process alive.
  worker.unref()
  return {
    send(batch) {
      Atomics.store(progress, 0, 0)
      worker.postMessage(batch, [batch.buffer])
    },
    at: () => Atomics.load(progress, 0),
    kill(killReason) {
      reason = killReason
      void worker.terminate()
    },
    async stop() {
      stopping = true
      await worker.terminate()
    },
  }
}
