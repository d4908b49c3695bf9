/** Whether the same message was classified correctly before and after. */
export type Pair = { before: boolean; after: boolean }

export type Comparison = {
  compared: number
  better: number
  worse: number
  /** How likely a difference of this size is if there is none: exact McNemar test, two-sided. */
  pValue: number
  verdict: 'better' | 'worse' | 'undecided'
}

const significance = 0.05

/**
 * Only cases that changed say anything. If nothing had improved, each would be better or worse with equal chance: the
 * probability of a split at least as uneven, from the binomial distribution, without an approximation.
 */
export function mcNemar(better: number, worse: number): number {
  const n = better + worse
  const fewer = Math.min(better, worse)
  let logTerm = -n * Math.LN2
  let sum = Math.exp(logTerm)
  for (let k = 1; k <= fewer; k++) {
    logTerm += Math.log(n - k + 1) - Math.log(k)
    sum += Math.exp(logTerm)
  }
  return Math.min(1, 2 * sum)
}

export function compareRuns(pairs: readonly Pair[]): Comparison {
  const better = pairs.filter(({ before, after }) => !before && after).length
  const worse = pairs.filter(({ before, after }) => before && !after).length
  const pValue = mcNemar(better, worse)
  const isSure = pValue < significance
  return {
    compared: pairs.length,
    better,
    worse,
    pValue,
    verdict: isSure ? (better > worse ? 'better' : 'worse') : 'undecided',
  }
}
