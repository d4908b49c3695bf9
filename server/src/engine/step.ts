import type { Data, Effect, WaitFor, Warning } from './define-node.ts'
import type { FailureKind } from './fault.ts'

export type StepError = {
  code: string
  message: string
  nodeId: string
  nodeType: string
  kind: FailureKind
  attempts: number
  at: string
  details?: Record<string, unknown>
}

type Attempt = {
  attempt: number
  at: string
  code: string
  message: string
  kind: FailureKind
  interrupted?: boolean
  retried: boolean
}

export type LoopState = {
  total: number
  started: number
  succeeded: number
  failed: number
  concurrency: number
  status: 'running' | 'done' | 'failed' | 'timeout'
  simulatedLimit?: number
}

type StepStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped'

/** The state of one node in one place of a run. The records are all that a run needs to continue elsewhere. */
export type StepRecord = {
  seq: number
  nodeId: string
  /** The enclosing iterations, outermost first: `each[2]/`; empty outside a loop. */
  path: string
  status: StepStatus
  attempt: number
  output: string | null
  data: Data | null
  dataTruncated: boolean
  durationMs: number | null
  effects: (Effect & { simulated?: boolean })[]
  llmSkipped: boolean
  attempts: Attempt[]
  copiedFrom: string | null
  warnings: Warning[]
  input: Data | null
  pinned: boolean
  disabled: boolean
  loop: LoopState | null
  wait: (WaitFor & { retry?: boolean }) | null
  error: StepError | null
  startedAt: string | null
  finishedAt: string | null
}

export const placeOf = (path: string, nodeId: string) => `${path}${nodeId}`

// Written out field by field: thousands are created per second.
export const newStep = (seq: number, path: string, nodeId: string): StepRecord => ({
  seq,
  nodeId,
  path,
  status: 'queued',
  attempt: 0,
  output: null,
  data: null,
  dataTruncated: false,
  durationMs: null,
  effects: [],
  llmSkipped: false,
  attempts: [],
  copiedFrom: null,
  warnings: [],
  input: null,
  pinned: false,
  disabled: false,
  loop: null,
  wait: null,
  error: null,
  startedAt: null,
  finishedAt: null,
})

export const isOpen = ({ status }: StepRecord) =>
  status === 'queued' || status === 'running' || status === 'waiting'
