import { setImmediate } from 'node:timers/promises'
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

/** Steps as stored: empty fields are omitted, and the trigger data is not repeated because part 0 has it. */
export const packSteps = (steps: StepRecord[], triggerData: Data): string =>
  JSON.stringify(
    steps.map((step) => {
      const packed: Record<string, unknown> = {}
      for (const name in step) {
        const value = step[name as keyof StepRecord]
        if (name === 'data' && value === triggerData) packed.given = true
        else if (!isEmpty(value) || !mayBeEmpty.has(name)) packed[name] = value
      }
      return packed
    }),
  )

type PackedStep = Omit<StepRecord, keyof typeof empty> & { given?: true }

const unpack = ({ given: isGiven, ...step }: PackedStep, triggerData: Data): StepRecord => ({
  ...empty,
  effects: [],
  attempts: [],
  warnings: [],
  ...step,
  ...(isGiven && { data: triggerData }),
})

// Parts are at most a few megabytes; many of them are read with breaks, so that they do not block the event loop.
const charsPerTurn = 1024 * 1024

/** The steps recorded in parts 1 and up; the latest record of each step wins. */
export async function unpackSteps(parts: string[], triggerData: Data): Promise<StepRecord[]> {
  const bySeq = new Map<number, StepRecord>()
  let chars = 0
  for (const part of parts) {
    chars += part.length
    if (chars > charsPerTurn) {
      await setImmediate()
      chars = part.length
    }
    for (const step of JSON.parse(part) as PackedStep[]) bySeq.set(step.seq, unpack(step, triggerData))
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}
