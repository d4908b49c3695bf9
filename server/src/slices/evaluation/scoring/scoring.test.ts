import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareRuns, mcNemar } from './compare-runs.ts'
import { type ScoredCase, scoreCases } from './score-cases.ts'

const names = ['damaged', 'delivery', 'question', 'old']
const categories = names.slice(0, 3)

/** One label, or none. */
const single = fc.array(fc.constantFrom(...names), { maxLength: 1 })
const several = fc.uniqueArray(fc.constantFrom(...names))
const casesOf = (labels: fc.Arbitrary<string[]>) =>
  fc.array(fc.record({ expected: labels, predicted: labels }), { maxLength: 60 })

/** Counted from the definitions, one question after the other. */
function expectedCategory(category: string, cases: ScoredCase[]) {
  const wanted = cases.filter(({ expected }) => expected.includes(category))
  const given = cases.filter(({ predicted }) => predicted.includes(category))
  const both = wanted.filter((one) => given.includes(one)).length
  const precision = given.length ? both / given.length : null
  const recall = wanted.length ? both / wanted.length : null
  const harmonic = precision && recall ? 2 / (1 / precision + 1 / recall) : 0
  return {
    category,
    expectedCount: wanted.length,
    predictedCount: given.length,
    truePositives: both,
    falsePositives: given.length - both,
    falseNegatives: wanted.length - both,
    precision,
    recall,
    f1: wanted.length + given.length ? expect.closeTo(harmonic, 10) : null,
  }
}
const textOf = (labels: readonly string[]) => [...labels].sort().join()
const exactOf = (cases: ScoredCase[]) =>
  cases.filter(({ expected, predicted }) => textOf(expected) === textOf(predicted)).length
const seen = (cases: ScoredCase[]) =>
  new Set([...categories, ...cases.flatMap(({ expected, predicted }) => [...expected, ...predicted])])

describe('the score of an evaluation', () => {
  it.each([
    [false, single],
    [true, several],
  ])('equals an independent count, several labels: %s', (multiLabel, labels) => {
    fc.assert(
      fc.property(casesOf(labels), (cases) => {
        const score = scoreCases(cases, categories, multiLabel)
        expect(score).toMatchObject({ scored: cases.length, exactMatches: exactOf(cases), multiLabel })
        expect(score.accuracy).toBe(cases.length ? exactOf(cases) / cases.length : null)
        expect(score.perCategory).toEqual(
          names.filter((one) => seen(cases).has(one)).map((one) => expectedCategory(one, cases)),
        )
      }),
    )
  })
  it('counts each case once in the matrix, the right ones on its diagonal', () => {
    fc.assert(
      fc.property(casesOf(single), (cases) => {
        const { confusion, exactMatches } = scoreCases(cases, categories, false)
        if (confusion.kind !== 'single') throw new Error('a matrix was expected')
        const { labels, counts } = confusion
        labels.forEach((row, i) => {
          labels.forEach((column, j) => {
            const is = (own: readonly string[], label: string) => (own[0] ?? '') === label
            expect(counts[i]?.[j]).toBe(
              cases.filter((one) => is(one.expected, row) && is(one.predicted, column)).length,
            )
          })
        })
        expect(labels.reduce((sum, _, i) => sum + (counts[i]?.[i] ?? 0), 0)).toBe(exactMatches)
        expect(counts.flat().reduce((a, b) => a + b, 0)).toBe(cases.length)
      }),
    )
  })
  it('has a table of four for each label when a case may have several', () => {
    fc.assert(
      fc.property(casesOf(several), (cases) => {
        const { confusion } = scoreCases(cases, categories, true)
        if (confusion.kind !== 'multi') throw new Error('tables were expected')
        for (const one of confusion.labels) {
          const { truePositives, falsePositives, falseNegatives } = expectedCategory(one.label, cases)
          const isNeither = ({ expected, predicted }: ScoredCase) =>
            !expected.includes(one.label) && !predicted.includes(one.label)
          const trueNegatives = cases.filter(isNeither).length
          expect(one).toEqual({
            label: one.label,
            truePositives,
            falsePositives,
            falseNegatives,
            trueNegatives,
          })
        }
      }),
    )
  })
})

describe('the comparison of two runs', () => {
  const choose = (n: bigint, k: bigint): bigint => (k === 0n ? 1n : (choose(n, k - 1n) * (n - k + 1n)) / k)
  /** In whole numbers. */
  function exactly(better: number, worse: number): number {
    const n = BigInt(better + worse)
    let tail = 0n
    for (let k = 0n; k <= BigInt(Math.min(better, worse)); k++) tail += choose(n, k)
    const scale = 10n ** 15n
    return Math.min(1, Number((2n * tail * scale) / 2n ** n) / 1e15)
  }
  it('is the exact McNemar test', () => {
    const n = fc.integer({ min: 0, max: 120 })
    fc.assert(
      fc.property(n, n, (a, b) => {
        expect(mcNemar(a, b)).toBeCloseTo(exactly(a, b), 9)
      }),
    )
    expect(mcNemar(5_000, 5_000)).toBe(1)
  })
  it.each([
    [14, 3, 'better'],
    [3, 14, 'worse'],
    [5, 1, 'undecided'],
    [0, 0, 'undecided'],
  ])('with %i better and %i worse is %s', (better, worse, verdict) => {
    const pairs = [
      ...Array.from({ length: better }, () => ({ before: false, after: true })),
      ...Array.from({ length: worse }, () => ({ before: true, after: false })),
      ...Array.from({ length: 200 }, () => ({ before: true, after: true })),
    ]
    expect(compareRuns(pairs)).toMatchObject({ compared: 200 + better + worse, better, worse, verdict })
  })
})
