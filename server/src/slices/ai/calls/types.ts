import type { LlmPurpose } from '@mailwright/contract/ai'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Llm, LlmReply, LlmRequest } from '../../../protocols/llm/index.ts'
import type { Model } from '../models/defaults.store.ts'
import type { Limiter } from './limiter.ts'
import type { SharedReads } from './shared-reads.ts'

export type ModelCall = {
  /** A committed answer under this key is returned instead of asking again. Null: not repeatable. */
  key: string | null
  memberId: string
  purpose: LlmPurpose
  model?: Model | undefined
  connectionId?: string | undefined
  workflowId?: string | undefined
  executionId?: string | undefined
  nodeId?: string | undefined
  mailboxId?: string | undefined
  request: Omit<LlmRequest, 'model'>
  /** Streams the answer: called with each piece of text. Not called for a stored answer. */
  onText?: ((piece: string) => void) | undefined
  /** How long to wait for the limits of the connection before the call fails with `ai.busy`. */
  maxWaitMs?: number | undefined
  /** Calls although the circuit is open: someone wants to know whether the provider works. */
  isTest?: boolean | undefined
}

export type ModelAnswer = {
  reply: LlmReply
  model: Model
  /** In US dollars; null when the price is not known. */
  costUsd: number | null
  fromStore: boolean
}

export type CallDeps = {
  db: Database
  vault: Vault
  live: Live
  log: Log
  llm: Llm
  limiter: Limiter
  reads: SharedReads
  processId(): string
}
