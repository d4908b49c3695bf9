export type FailureKind = 'transient' | 'permanent'

/** A failure of a node. A `transient` one may be retried; a `permanent` one would fail the same way again. */
export class NodeFault extends Error {
  readonly code: string
  readonly kind: FailureKind
  readonly details: Record<string, unknown> | undefined

  constructor(code: string, message: string, kind: FailureKind, details?: Record<string, unknown>) {
    super(message)
    this.name = 'NodeFault'
    this.code = code
    this.kind = kind
    this.details = details
  }
}

export const permanent = (code: string, message: string, details?: Record<string, unknown>) =>
  new NodeFault(code, message, 'permanent', details)
export const transient = (code: string, message: string, details?: Record<string, unknown>) =>
  new NodeFault(code, message, 'transient', details)

/** A port has no capacity at the moment. The step waits without counting an attempt or occupying a slot. */
export class PortBusy extends Error {
  override name = 'PortBusy'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('the port is busy')
    this.retryAfterMs = retryAfterMs
  }
}
