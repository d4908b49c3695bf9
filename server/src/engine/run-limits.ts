import { type NodeFault, permanent } from './fault.ts'

/** What one run may record in total, over all its attempts and waits. */
export type RunLimits = { maxSteps: number; maxBytes: number }

/** A run's record so far. */
type Recorded = { limits: RunLimits; nextSeq: number; recordedBytes: number }

const mebibyte = 1024 * 1024

/** Why the run may not record another step. */
export function limitFault({ limits, nextSeq, recordedBytes }: Recorded): NodeFault | undefined {
  const { maxSteps, maxBytes } = limits
  if (nextSeq > maxSteps)
    return permanent(
      'execution.too_many_steps',
      `The run exceeded the limit of ${maxSteps.toLocaleString('en')} steps (MAILWRIGHT_EXECUTION_MAX_STEPS).`,
    )
  if (recordedBytes > maxBytes)
    return permanent(
      'execution.too_much_data',
      `The run exceeded the limit of ${Math.round(maxBytes / mebibyte)} MB of recorded data (MAILWRIGHT_EXECUTION_MAX_MB).`,
    )
  return undefined
}
