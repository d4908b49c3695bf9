import { LlmError } from './llm-error.ts'
import type { LlmRequest } from './types.ts'

/** The limits of one call: its signal aborts at the first of them, with an LlmError as the reason. */
export type CallLimits = {
  signal: AbortSignal
  totalMs: number
  /** A byte arrived. */
  touch(): void
  end(): void
}

export function startLimits({ signal, totalMs }: Pick<LlmRequest, 'signal' | 'totalMs'>, idleMs?: number) {
  const stop = new AbortController()
  const expire = (ms: number, sentence: string) => {
    const timer = setTimeout(
      () => stop.abort(new LlmError('transient', 'timeout', `${sentence} ${Math.round(ms / 1000)} s.`)),
      ms,
    )
    return timer
  }
  const onAbort = () => stop.abort(new LlmError('transient', 'cancelled', 'The call was cancelled.'))
  const total = expire(totalMs, 'The provider did not finish within')
  const idle = idleMs === undefined ? undefined : expire(idleMs, 'The provider was silent for')
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const limits: CallLimits = {
    signal: stop.signal,
    totalMs,
    touch: () => idle?.refresh(),
    end: () => {
      clearTimeout(total)
      clearTimeout(idle)
      signal.removeEventListener('abort', onAbort)
    },
  }
  return limits
}
