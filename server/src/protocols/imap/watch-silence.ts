type Watch = { limitMs: number; received: () => number; isBusy: () => boolean; onSilence: () => void }

/** Calls `onSilence` when nothing was received for `limitMs`, unless our own code is busy. */
export function watchSilence({ limitMs, received, isBusy, onSilence }: Watch): () => void {
  let last = received()
  let since = Date.now()
  const timer = setInterval(
    () => {
      const now = received()
      if (now !== last || isBusy()) {
        last = now
        since = Date.now()
      } else if (Date.now() - since >= limitMs) {
        clearInterval(timer)
        onSilence()
      }
    },
    Math.max(20, limitMs / 8),
  )
  timer.unref()
  return () => clearInterval(timer)
}
