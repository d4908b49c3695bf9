import type { StepRecord } from '../../engine/index.ts'

const empty = {
  ...{ path: '', output: null, data: null, dataTruncated: false, durationMs: null, effects: [] },
  ...{ llmSkipped: false, attempts: [], copiedFrom: null, warnings: [], input: null, pinned: false },
  ...{ disabled: false, loop: null, wait: null, error: null, startedAt: null, finishedAt: null },
} satisfies Partial<StepRecord>

const isEmpty = (value: unknown) =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)

/** Steps as they are kept: what says nothing is left out. */
export const packSteps = (steps: StepRecord[]): string =>
  JSON.stringify(
    steps.map((step) => {
      const kept: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(step))
        if (!Object.hasOwn(empty, name) || !isEmpty(value)) kept[name] = value
      return kept
    }),
  )

/** The steps that parts 1 and following tell of, the latest word on each. */
export function unpackSteps(parts: string[]): StepRecord[] {
  const bySeq = new Map<number, StepRecord>()
  for (const part of parts)
    for (const step of JSON.parse(part) as StepRecord[])
      bySeq.set(step.seq, { ...structuredClone(empty), ...step })
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}
