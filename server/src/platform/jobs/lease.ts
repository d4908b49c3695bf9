// Others may take over the jobs after ten seconds without a heartbeat (takeOver, process_is_alive); work stops a little
// earlier, since a statement takes time to arrive.
const validMs = 8_000
// After an outage of this process or the database, others get time to reconnect before they may be declared dead.
const stableMs = 6_000
const gapMs = 5_000

type Instant = { monotonic: number; wall: number }
const now = (): Instant => ({ monotonic: performance.now(), wall: Date.now() })

// The monotonic clock stops while the machine sleeps, and the wall clock may be set back: the larger one counts.
const since = (instant: Instant) => Math.max(performance.now() - instant.monotonic, Date.now() - instant.wall)

export type Lease = ReturnType<typeof createLease>

/** What this process knows, without a query, about the validity of its row. */
export function createLease() {
  let renewedAt = now()
  let stableSince = now()
  return {
    now,
    /** A heartbeat succeeded; `sentAt` is the instant before it was sent. */
    renew(sentAt: Instant) {
      if (since(renewedAt) - since(sentAt) > gapMs) stableSince = sentAt
      renewedAt = sentAt
    },
    restart(sentAt: Instant) {
      renewedAt = sentAt
      stableSince = sentAt
    },
    isValid: () => since(renewedAt) < validMs,
    mayDeclareDead: () => since(renewedAt) < gapMs && since(stableSince) >= stableMs,
  }
}
