import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { findOwnWorkflow, findVersion } from '../workflows/index.ts'
import type { Classifier, EvaluationPorts } from './ports.ts'

export type Place = { memberId: string; workflowId: string; nodeId: string }

/** The workflow of the member that the path names. */
export async function findPlace(
  db: Db,
  memberId: string,
  { id, nodeId }: { id: string; nodeId: string },
): Promise<Place & { versionId: string | null }> {
  const workflow = await findOwnWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  return {
    memberId,
    workflowId: workflow.id,
    nodeId,
    versionId: workflow.draftVersionId ?? workflow.publishedVersionId,
  }
}

type Found = { place: Place; graph: Graph; classifier: Classifier }

/** The node as it is saved: in the draft, or in the published version if there is no draft. */
export async function findClassifier(
  db: Db,
  ports: Pick<EvaluationPorts, 'readClassifier'>,
  memberId: string,
  path: { id: string; nodeId: string },
): Promise<Found> {
  const { versionId, ...place } = await findPlace(db, memberId, path)
  const graph = versionId === null ? undefined : (await findVersion(db, versionId))?.graph
  const node = graph?.nodes.find(({ id }) => id === path.nodeId)
  if (!graph || !node) throw fault('eval.draft_not_saved')
  const classifier = ports.readClassifier(node)
  if (classifier === 'other') throw fault('eval.node_not_categorizer')
  if (classifier === 'invalid') throw fault('eval.node_params_invalid')
  return { place, graph, classifier }
}
