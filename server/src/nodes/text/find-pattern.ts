import { startRun } from '@mailwright/contract/workflow-graph/expressions/budget'
import { ExpressionFault } from '@mailwright/contract/workflow-graph/expressions/fault'
import {
  allMatches,
  compiledPattern,
  isMatch,
} from '@mailwright/contract/workflow-graph/expressions/pattern/pattern'
import { permanent } from '../../engine/define-node.ts'

// Enough for a long mail and any reasonable pattern; takes a fraction of a second at worst.
const maxSteps = 200_000

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ExpressionFault) throw permanent(error.code, error.message)
    throw error
  }
}

export const hasPattern = (text: string, pattern: string, flags: string): boolean =>
  guarded(() => {
    const run = startRun({}, maxSteps)
    return isMatch(run, compiledPattern(run, pattern, flags), text)
  })

/** All matches in order: the first group of each, or the whole match if there is no group. */
export const findPattern = (text: string, pattern: string, flags: string): string[] =>
  guarded(() => {
    const run = startRun({}, maxSteps)
    return allMatches(run, compiledPattern(run, pattern, flags), text).map(
      ({ from, to, groups }) => groups[0] ?? text.slice(from, to),
    )
  })
