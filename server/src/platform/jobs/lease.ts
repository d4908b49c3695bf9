// Others may take the jobs after ten seconds of silence (takeOver, process_is_alive); work is held back a little
// earlier, as a statement takes its time to arrive.
const trustMs = 8_000
// Who was away itself, or saw the database away, does not judge others before they had time to come back too.
const steadyMs = 6_000
const gapMs = 5_000

type Moment = { steady: number; wall: number }
const now = (): Moment => ({ steady: performance.now(), wall: Date.now() })

// The steady clock stands still while the machine sleeps, the wall clock may be set back: the larger one counts.
const since = (moment: Moment) => Math.max(performance.now() - moment.steady, Date.now() - moment.wall)

export type Lease = ReturnType<typeof createLease>

/** What this process knows, without asking, of the life of its row. */
export function createLease() {
  let renewed = now()
  let steadyFrom = now()
  return {
    now,
    /** A heartbeat was answered; the moment is that before it was sent. */
    renew(sent: Moment) {
      if (since(renewed) - since(sent) > gapMs) steadyFrom = sent
      renewed = sent
    },
    restart(sent: Moment) {
      renewed = sent
      steadyFrom = sent
    },
    isSure: () => since(renewed) < trustMs,
    mayJudge: () => since(renewed) < gapMs && since(steadyFrom) >= steadyMs,
  }
}
