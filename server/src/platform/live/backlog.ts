import { write } from './parcel.ts'

const mostAtOnce = 1_000
// Beyond this, one "read again" says as much as all that waits.
const mostWaiting = 20_000

/** What waits to be sent, in order. When it had to be given up, the first thing sent afterwards says so. */
export function createBacklog() {
  let waiting: string[] = []
  let lost = false
  return {
    get isEmpty() {
      return waiting.length === 0 && !lost
    },
    add(parcel: string) {
      if (waiting.length >= mostWaiting) {
        waiting = []
        lost = true
      }
      waiting.push(parcel)
    },
    take(): string[] {
      const batch = waiting.splice(0, mostAtOnce)
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
