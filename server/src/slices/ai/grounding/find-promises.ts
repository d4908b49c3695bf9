import { sentenceAt } from './find-periods.ts'
import { matchesIn, rangeOf, type Scan } from './matches.ts'
import { negated, promises, repeats } from './promise-words.ts'

/** A promise may lie around an amount or a date that is a statement of its own, so it takes no place. */
export type PromiseMention = {
  start: number
  end: number
  concept: string
  /** It repeats what the other side wrote. */
  repeated: boolean
}

// Negations that belong to the promise itself.
const ownNegation = /^(?:at )?no |^(?:won't|will not|not) |^sans |^without/

export function findPromises(scan: Scan, patterns = promises): PromiseMention[] {
  const found: PromiseMention[] = []
  for (const [concept, pattern] of patterns)
    for (const match of matchesIn(scan, pattern)) {
      const [start, end] = rangeOf(match, 0)
      const [from, to] = sentenceAt(scan.folded, start)
      const before = scan.folded.slice(from, start)
      if (negated.test(before) && !ownNegation.test(match[0])) continue
      const sentence = scan.folded.slice(from, to)
      found.push({
        start,
        end,
        concept,
        repeated: repeats.test(sentence) || sentence.trimEnd().endsWith('?'),
      })
    }
  return found.sort((a, b) => a.start - b.start)
}
