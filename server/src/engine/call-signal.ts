/**
 * The signal of one call of a node: it aborts with the run, after the time limit, and when the call has failed. Created
 * when the node asks for it, and released with the call: `AbortSignal.any` and `AbortSignal.timeout` stay in memory for
 * the whole time limit, which at hundreds of calls a second makes for long pauses of the garbage collector.
 */
export function createCallSignal(run: AbortSignal, timeoutMs: number) {
  let controller: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => controller?.abort(run.reason)
  const create = () => {
    const created = new AbortController()
    controller = created
    const onTimeout = () => created.abort(new DOMException('The node took too long.', 'TimeoutError'))
    timer = setTimeout(onTimeout, timeoutMs)
    run.addEventListener('abort', onAbort, { once: true })
    if (run.aborted) onAbort()
    return created
  }
  const release = () => {
    clearTimeout(timer)
    run.removeEventListener('abort', onAbort)
  }
  return {
    get: (): AbortSignal => (controller ?? create()).signal,
    /** Stops what a failed call has left open. */
    abort: (error: unknown) => controller?.abort(error),
    release,
  }
}
