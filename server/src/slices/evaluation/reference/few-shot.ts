import type { evaluation } from '@mailwright/contract/evaluation'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { describeExamples, type Example, maxExamples } from '../../ai/index.ts'
import { describeMessages } from '../describe-messages.ts'
import { findClassifier, findPlace, type Place } from '../find-classifier.ts'
import type { EvaluationPorts } from '../ports.ts'
import { countReferences, type ExampleRow, findExampleRows } from './references.store.ts'

const exampleOf = ({ heading, excerpt, categories }: ExampleRow): Example => ({
  text: `${heading}\n\n${excerpt}`,
  labels: categories,
})

/** Cases that a person has sorted, for the model that sorts a message; never of the same conversation. */
export const findExamples = async (
  db: Db,
  place: Place,
  labels: readonly string[],
  threadId: string | null,
): Promise<Example[]> =>
  (await findExampleRows(db, place, { labels, threadId, limit: maxExamples })).map(exampleOf)

/** The categories of the node; none if it is not a classification node that could be asked. */
async function labelsOf(db: Db, ports: EvaluationPorts, { caller, params }: Call<typeof evaluation.fewShot>) {
  try {
    const { classifier } = await findClassifier(db, ports, caller.memberId, params)
    return classifier.categories.map(({ name }) => name)
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('eval.')) return undefined
    throw error
  }
}

export async function previewExamples(
  ports: EvaluationPorts,
  call: Call<typeof evaluation.fewShot>,
): Promise<Reply<typeof evaluation.fewShot>> {
  const { db, caller, params, query } = call
  const place = await findPlace(db, caller.memberId, params)
  const labels = await labelsOf(db, ports, call)
  const rows = labels ? await findExampleRows(db, place, { labels, threadId: null, limit: query.limit }) : []
  const messageIds = rows.map(({ messageId }) => messageId)
  const describe = await describeMessages(db, caller.memberId, messageIds)
  return {
    block: describeExamples(rows.map(exampleOf)),
    examples: rows.map(({ messageId, excerpt, categories }) => ({
      messageId,
      ...describe(messageId),
      excerpt,
      categories,
    })),
    messageIds,
    referenceCount: await countReferences(db, place),
  }
}
