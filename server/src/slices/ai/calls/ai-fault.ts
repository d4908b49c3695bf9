import type { LlmErrorReason } from '../../../protocols/llm/index.ts'

export type AiFaultCode =
  /** No model may serve the call, or its provider is not called for the moment (transient). */
  | 'ai.unavailable'
  | 'ai.model_not_allowed'
  | 'ai.budget_exceeded'
  /** Too many calls wait for the connection. */
  | 'ai.busy'
  | `ai.${LlmErrorReason}`

type Kind = 'transient' | 'permanent'

/** A model could not be asked, or gave no usable answer. Contains neither the key nor the prompt. */
export class AiFault extends Error {
  override name = 'AiFault'
  readonly code: AiFaultCode
  /** Whether the same call may succeed later. */
  readonly kind: Kind
  readonly retryAfterMs: number | null

  constructor(code: AiFaultCode, kind: Kind, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.code = code
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
