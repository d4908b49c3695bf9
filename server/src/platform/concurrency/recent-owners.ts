type Seen = { owner: string; at: number }

/** Remembers who sent the last request, and the last one of anybody else. */
export function createRecentOwners(now = () => performance.now()) {
  let last: Seen = { owner: '', at: Number.NEGATIVE_INFINITY }
  let lastOfAnother = last
  return {
    note(owner: string) {
      if (last.owner !== owner) lastOfAnother = last
      last = { owner, at: now() }
    },
    /** Whether anybody but the owner sent a request in the last milliseconds. */
    hasOthers: (owner: string, ms: number) => now() - (last.owner === owner ? lastOfAnother : last).at < ms,
  }
}
