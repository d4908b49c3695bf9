const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 }
export type Unit = keyof typeof unitMs

export const durationMs = (amount: number, unit: Unit): number => amount * unitMs[unit]
