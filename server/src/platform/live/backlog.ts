import { write } from './parcel.ts'

const maxAtOnce = 1_000
// Beyond this, one "read again" says as much as all that waits.
const maxWaiting = 20_000

/** What waits to be sent, in order. When it had to be given up, the first thing sent afterwards says so. */
export function createBacklog() {
  let waiting: string[] = []
  let lost = false
  return {
    get isEmpty() {
      return waiting.length === 0 && !lost
    },
    add(parcel: string) {
      if (waiting.length >= maxWaiting) {
        waiting = []
        lost = true
      }
      waiting.push(parcel)
    },
    take(): string[] {
      const batch = waiting.splice(0, maxAtOnce)
      if (!lost) return batch
      lost = false
      return [write({ resume: true }), ...batch]
    },
    putBack(batch: string[]) {
      waiting = [...batch, ...waiting]
    },
    giveUp() {
      lost = true
    },
  }
}
