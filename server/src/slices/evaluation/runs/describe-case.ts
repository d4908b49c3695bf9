import type { EvalCase } from '@mailwright/contract/evaluation'
import type { Static } from '@mailwright/contract/schema'
import type { Classifier } from '../ports.ts'
import { isSameSet } from '../scoring/score-cases.ts'
import type { CaseRow } from './cases.store.ts'

type CaseView = Static<typeof EvalCase>

/** A case without what it shows of its message. */
export function describeCase(
  { messageId, status, expected, predicted, confidence, error }: CaseRow,
  { threshold }: Pick<Classifier, 'threshold'>,
): Omit<CaseView, 'id' | 'subject' | 'from'> {
  const isScored = expected !== null && predicted !== null
  return {
    messageId,
    status,
    expected,
    predicted,
    correct: isScored ? isSameSet(expected, predicted) : null,
    confidence,
    unsure: confidence === null ? null : confidence < threshold,
    error,
  }
}
