/** How long a decision can be taken back before it is sent. */
export const holdMs = 5_000

const waiting = new Set<() => void>()

/** Does something after some seconds, and at once when the window is left. Returns how to prevent it. */
export function hold(run: () => void): () => boolean {
  const go = () => {
    clearTimeout(timer)
    if (waiting.delete(go)) run()
  }
  const timer = setTimeout(go, holdMs)
  waiting.add(go)
  return () => {
    clearTimeout(timer)
    return waiting.delete(go)
  }
}

addEventListener('pagehide', () => {
  for (const go of [...waiting]) go()
})
