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

const maxMessageLength = 1_000

/** Of an error that no node meant to report. Its text may name inner parts, so only the log has it. */
export const unexpectedCode = 'node.failed'

const transientStatuses = new Set([429, 503])

function describeAppError(error: AppError): Failure {
  const { en } = sentenceOf(error)
  const kind = transientStatuses.has(error.status) ? 'transient' : 'permanent'
  const { details } = error.extra
  return { code: error.code, message: en, kind, ...(details && { details }) }
}

/**
 * Describes whatever a node threw. Lost ownership and an unreachable database are rethrown: they are not failures of
 * the run.
 */
export function describeFault(error: unknown): Failure {
  if (error instanceof NodeFault) {
    const { code, message, kind, details } = error
    return { code, message: message.slice(0, maxMessageLength), kind, ...(details && { details }) }
  }
  if (error instanceof AppError) return describeAppError(error)
  if (error instanceof RunOwnershipLost || isDatabaseUnavailable(error)) throw error
  const isExpression =
    error instanceof Error && 'code' in error && String(error.code).startsWith('expression.')
  if (isExpression)
    return { code: String(error.code), message: error.message.slice(0, maxMessageLength), kind: 'permanent' }
  return {
    code: unexpectedCode,
    message:
      'The node failed unexpectedly. The log of the service has the cause, with the id of this execution.',
    kind: 'permanent',
  }
}
