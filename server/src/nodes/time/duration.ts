const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 }
export type Unit = keyof typeof unitMs

export const durationMs = (amount: number, unit: Unit): number => amount * unitMs[unit]

/** About how long, in the largest unit that fits. */
export function sayDuration(ms: number): string {
  const found = (['weeks', 'days', 'hours', 'minutes'] as const).find((unit) => ms >= 2 * unitMs[unit])
  return found
    ? `${Math.round(ms / unitMs[found])} ${found}`
    : `${Math.max(0, Math.round(ms / 1000))} seconds`
}
