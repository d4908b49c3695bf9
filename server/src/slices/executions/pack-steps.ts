import type { StepRecord } from '../../engine/index.ts'

const empty = {
  path: '',
  output: null,
  data: null,
  dataTruncated: false,
  durationMs: null,
  effects: [],
  llmSkipped: false,
  attempts: [],
  copiedFrom: null,
  warnings: [],
  input: null,
  pinned: false,
  disabled: false,
  loop: null,
  wait: null,
  error: null,
  startedAt: null,
  finishedAt: null,
} satisfies Partial<StepRecord>

const mayBeEmpty: ReadonlySet<string> = new Set(Object.keys(empty))

const isEmpty = (value: unknown) =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)

type Data = Record<string, unknown>

/** Steps as they are kept: what says nothing is left out, and what the run was given stands in its first part. */
export const packSteps = (steps: StepRecord[], given: Data): string =>
  JSON.stringify(
    steps.map((step) => {
      const kept: Record<string, unknown> = {}
      for (const name in step) {
        const value = step[name as keyof StepRecord]
        if (name === 'data' && value === given) kept.given = true
        else if (!isEmpty(value) || !mayBeEmpty.has(name)) kept[name] = value
      }
      return kept
    }),
  )

/** The steps that parts 1 and following tell of, the latest word on each. */
export function unpackSteps(parts: string[], given: Data): StepRecord[] {
  const bySeq = new Map<number, StepRecord>()
  for (const part of parts)
    for (const { given: isGiven, ...step } of JSON.parse(part) as (StepRecord & { given?: true })[])
      bySeq.set(step.seq, { ...structuredClone(empty), ...step, ...(isGiven && { data: given }) })
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}
