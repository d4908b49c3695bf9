import type { EvalScore } from '@mailwright/contract/evaluation'
import type { Static } from '@mailwright/contract/schema'

export type Score = Static<typeof EvalScore>
/** Labels are sets: neither order nor repetition counts. */
export type ScoredCase = { expected: readonly string[]; predicted: readonly string[] }

/** Stands for "no category" in the matrix of single labels. */
const noLabel = ''

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [new Set(one), new Set(other)]
  return a.size === b.size && [...a].every((label) => b.has(label))
}

/** The categories of the node, then labels that only cases have, such as those of an earlier version. */
function labelsOf(categories: readonly string[], cases: readonly ScoredCase[]): string[] {
  const others = cases.flatMap(({ expected, predicted }) => [...expected, ...predicted])
  return [...new Set([...categories, ...[...new Set(others)].sort()])]
}

function countLabel(label: string, cases: readonly ScoredCase[]) {
  let [truePositives, falsePositives, falseNegatives] = [0, 0, 0]
  for (const { expected, predicted } of cases) {
    const [wanted, given] = [expected.includes(label), predicted.includes(label)]
    if (wanted && given) truePositives++
    else if (given) falsePositives++
    else if (wanted) falseNegatives++
  }
  return { truePositives, falsePositives, falseNegatives }
}

type Counted = ReturnType<typeof countLabel>

const describeCategory = (category: string, counted: Counted): Score['perCategory'][number] => {
  const { truePositives, falsePositives, falseNegatives } = counted
  return {
    category,
    expectedCount: truePositives + falseNegatives,
    predictedCount: truePositives + falsePositives,
    ...counted,
    precision: ratio(truePositives, truePositives + falsePositives),
    recall: ratio(truePositives, truePositives + falseNegatives),
    f1: ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  }
}

function confuse(labels: readonly string[], cases: readonly ScoredCase[]): Score['confusion'] {
  const isUsed = cases.some(({ expected, predicted }) => expected.length === 0 || predicted.length === 0)
  const all = isUsed ? [...labels, noLabel] : [...labels]
  const counts = all.map(() => all.map(() => 0))
  const at = new Map(all.map((label, i) => [label, i]))
  for (const { expected, predicted } of cases) {
    const row = counts[at.get(expected[0] ?? noLabel) ?? -1]
    const column = at.get(predicted[0] ?? noLabel) ?? -1
    if (row) row[column] = (row[column] ?? 0) + 1
  }
  return { kind: 'single', labels: all, counts }
}

/** How well predictions agree with what people said. */
export function scoreCases(
  cases: readonly ScoredCase[],
  categories: readonly string[],
  multiLabel: boolean,
): Score {
  const labels = labelsOf(categories, cases)
  const counted = labels.map((label) => ({ label, ...countLabel(label, cases) }))
  const exactMatches = cases.filter(({ expected, predicted }) => isSameSet(expected, predicted)).length
  return {
    scored: cases.length,
    exactMatches,
    accuracy: ratio(exactMatches, cases.length),
    multiLabel,
    perCategory: counted.map(({ label, ...one }) => describeCategory(label, one)),
    confusion: multiLabel
      ? {
          kind: 'multi',
          labels: counted.map((one) => ({
            ...one,
            trueNegatives: cases.length - one.truePositives - one.falsePositives - one.falseNegatives,
          })),
        }
      : confuse(labels, cases),
  }
}
