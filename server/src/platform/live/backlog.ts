import { encodeBroadcast } from './broadcast.ts'

const maxAtOnce = 1_000
// Beyond this, one "reload" message replaces the whole backlog.
const maxWaiting = 20_000

/** Broadcasts waiting to be sent, in order. After a loss, the first batch starts with a `resume` message. */
export function createBacklog() {
  let waiting: string[] = []
  let lost = false
  return {
    get isEmpty() {
      return waiting.length === 0 && !lost
    },
    add(broadcast: string) {
      if (waiting.length >= maxWaiting) {
        waiting = []
        lost = true
      }
      waiting.push(broadcast)
    },
    take(): string[] {
      const batch = waiting.splice(0, maxAtOnce)
      if (!lost) return batch
      lost = false
      return [encodeBroadcast({ resume: true }), ...batch]
    },
    putBack(batch: string[]) {
      waiting = [...batch, ...waiting]
    },
    markLost() {
      lost = true
    },
  }
}
