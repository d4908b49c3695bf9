import { formatDuration } from '../platform/text/format-duration.ts'
import type { AnyNodeType, NodeCall, NodeResult, WaitFor, Warning } from './define-node.ts'

function warningOf({ for: reason, until }: WaitFor, now: string): Warning {
  if (reason === 'approval') {
    const deadline = until === null ? '' : ` until ${until} at the latest`
    const message = `A real run would wait here for a decision${deadline}; this one continues as approved.`
    return { code: 'approval.simulated', message }
  }
  if (reason === 'workflow')
    return {
      code: 'call.simulated',
      message: 'A real run would wait here for the result of the called workflow.',
    }
  const duration = formatDuration(Date.parse(until ?? now) - Date.parse(now))
  return {
    code: 'delay.simulated',
    message: `A real run would wait about ${duration} here, until ${until}.`,
  }
}

/** Resumes a wait of a simulated run at once, at the time at which it would end, and warns that it did. */
export async function simulateWait(type: AnyNodeType, call: NodeCall<never>, result: NodeResult) {
  if (!('wait' in result)) return result
  const { wait, data = {}, effects = [], warnings = [] } = result
  const { run } = call
  const resumed = await type.resume?.({
    ...call,
    signal: call.signal,
    run: { ...run, now: wait.until ?? run.now },
    waiting: wait,
    data,
  } as never)
  const outcome: NodeResult = resumed && !('wait' in resumed) ? resumed : { data }
  return {
    ...outcome,
    effects: [...effects, ...(outcome.effects ?? [])],
    warnings: [...warnings, ...(outcome.warnings ?? []), warningOf(wait, run.now)],
  }
}
