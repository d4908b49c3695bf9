const unitMs = { weeks: 604_800_000, days: 86_400_000, hours: 3_600_000, minutes: 60_000 }

/** An approximate duration in the largest unit of which it has at least two. */
export function formatDuration(ms: number): string {
  const found = (['weeks', 'days', 'hours', 'minutes'] as const).find((unit) => ms >= 2 * unitMs[unit])
  return found
    ? `${Math.round(ms / unitMs[found])} ${found}`
    : `${Math.max(0, Math.round(ms / 1000))} seconds`
}
