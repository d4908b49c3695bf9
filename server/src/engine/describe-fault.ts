import { isDatabaseUnavailable } from '../platform/db/faults.ts'
import { AppError, sentenceOf } from '../platform/errors/app-error.ts'
import { type FailureKind, NodeFault } from './fault.ts'
import { RunOwnershipLost } from './run.ts'

export type Failure = {
  code: string
  message: string
  kind: FailureKind
  details?: Record<string, unknown>
}

const maxMessage = 1_000

// What other parts refuse for now, not for good.
const passing = new Set([429, 503])

function describeApp(error: AppError): Failure {
  const { en } = sentenceOf(error)
  const kind = passing.has(error.status) ? 'transient' : 'permanent'
  const { details } = error.extra
  return { code: error.code, message: en, kind, ...(details && { details }) }
}

/** Whatever a node threw, as it is failure. What is not the node's own fault is thrown on: the run is not to blame. */
export function describeFault(error: unknown): Failure {
  if (error instanceof NodeFault) {
    const { code, message, kind, details } = error
    return { code, message: message.slice(0, maxMessage), kind, ...(details && { details }) }
  }
  if (error instanceof AppError) return describeApp(error)
  if (error instanceof RunOwnershipLost || isDatabaseUnavailable(error)) throw error
  const isExpression =
    error instanceof Error && 'code' in error && String(error.code).startsWith('expression.')
  if (isExpression)
    return { code: String(error.code), message: error.message.slice(0, maxMessage), kind: 'permanent' }
  return { code: 'node.failed', message: 'The node failed unexpectedly.', kind: 'permanent' }
}
