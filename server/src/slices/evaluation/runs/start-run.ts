import type { evaluation } from '@mailwright/contract/evaluation'
import type { Body, Reply } from '@mailwright/contract/route'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { classifyQuestion, resolveModel } from '../../ai/index.ts'
import { findRecentReceived } from '../../messages/index.ts'
import { findClassifier, type Place } from '../find-classifier.ts'
import type { EvaluationDeps } from '../ports.ts'
import { findAllReferences, findKnown } from '../reference/references.store.ts'
import { insertCases } from './cases.store.ts'
import { publishRun } from './publish-run.ts'
import { addWork } from './run-job.ts'
import { findRun, insertRun } from './runs.store.ts'

type Sample = Body<typeof evaluation.start>['sample']

/** The messages, and what the reference set says about them. */
async function chooseSample(db: Db, { ports }: EvaluationDeps, place: Place, graph: Graph, sample: Sample) {
  if (sample.kind === 'reference')
    return (await findAllReferences(db, place)).map(({ messageId, categories }) => ({
      messageId,
      expected: categories,
    }))
  const ids = await findRecentReceived(db, place.memberId, ports.mailboxesOf(graph), sample.limit ?? 50)
  const known = await findKnown(db, place, ids)
  return ids.map((messageId) => ({ messageId, expected: known.get(messageId) ?? null }))
}

/** Stores the run with all its cases; a job asks the model. */
export async function startRun(
  deps: EvaluationDeps,
  call: Call<typeof evaluation.start>,
): Promise<Reply<typeof evaluation.start>> {
  const { db, caller, params, body } = call
  const { place, graph, classifier } = await findClassifier(db, deps.ports, caller.memberId, params)
  const cases = await chooseSample(db, deps, place, graph, body.sample)
  if (cases.length === 0) throw fault('eval.sample_empty')
  const chosen = await resolveModel(db, 'classify', { model: classifier.model ?? undefined })
  if (!chosen) throw fault('eval.llm_unavailable')
  const id = newId()
  const tx = await call.transaction()
  await insertRun(tx, {
    id,
    place,
    classifier,
    prompt: classifyQuestion(classifier),
    model: { provider: chosen.connection.provider, model: chosen.model },
  })
  await insertCases(
    tx,
    id,
    cases.map((one, position) => ({ id: newId(), position, ...one })),
  )
  await addWork(tx, caller.memberId)
  const run = await findRun(tx, caller.memberId, id)
  if (!run) throw new Error('the insert returned no row')
  publishRun(tx, deps.live, caller.memberId, run)
  return { run }
}
