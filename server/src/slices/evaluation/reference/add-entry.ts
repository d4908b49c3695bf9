import type { referenceSet } from '@mailwright/contract/reference-set'
import type { Reply } from '@mailwright/contract/route'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import { describeMessages } from '../describe-messages.ts'
import { findClassifier } from '../find-classifier.ts'
import type { Classifier, EvaluationDeps } from '../ports.ts'
import { isSameSet } from '../scoring/score-cases.ts'
import { findSource } from './find-source.ts'
import type { Source } from './references.store.ts'
import { faultOf, orderOf, prepareEntries, writeEntries } from './write-entries.ts'

const messages = {
  unknown_category: 'must be categories of the node',
  too_many_categories: 'must be one category at most: the node gives one',
}

function assertCategories(classifier: Classifier, categories: readonly string[]) {
  const problem = faultOf(classifier, categories)
  if (problem)
    throw fault('request.bad_request', {
      details: { issues: [{ path: '/categories', message: messages[problem] }] },
    })
}

/** Puts a message into the reference set, with what a person says about it. */
export async function addEntry(
  deps: EvaluationDeps,
  call: Call<typeof referenceSet.add>,
): Promise<Reply<typeof referenceSet.add>> {
  const { db, caller, params, body } = call
  const { memberId } = caller
  const { place, classifier } = await findClassifier(db, deps.ports, memberId, params)
  const { messageId, answered } = await findSource({ ...deps, db }, caller, place, body)
  const given = body.categories ?? answered
  if (!given || !isUuid(messageId)) throw fault('eval.source_not_found')
  assertCategories(classifier, given)
  const categories = orderOf(classifier, given)
  const isCorrected = answered !== null && !isSameSet(answered, categories)
  const source: Source = isCorrected ? 'correction' : body.kind
  const prepared = await prepareEntries(db, memberId, [{ messageId, categories, source }])
  if (prepared.entries.length === 0) throw fault('eval.source_not_found')
  const tx = await call.transaction()
  const { rows, forgottenPatterns } = await writeEntries(tx, place, prepared)
  const [row] = rows
  // Deleted in this very moment.
  if (!row) throw fault('eval.source_not_found')
  const describe = await describeMessages(db, memberId, [row.messageId])
  return { entry: { ...row, ...describe(row.messageId) }, forgottenPatterns }
}
