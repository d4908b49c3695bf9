import type { evaluation } from '@mailwright/contract/evaluation'
import type { Reply } from '@mailwright/contract/route'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { findOwnWorkflow } from '../../workflows/index.ts'
import { countComposed } from './composed-mails.store.ts'

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** How often what a workflow composes states something without a source. */
export async function readGrounding({
  db,
  caller,
  params,
  query,
}: Call<typeof evaluation.grounding>): Promise<Reply<typeof evaluation.grounding>> {
  const workflow = await findOwnWorkflow(db, caller.memberId, params.id)
  if (!workflow) throw fault('workflow.not_found')
  const nodes = await countComposed(db, caller.memberId, workflow.id, query.days)
  const composed = nodes.reduce((sum, node) => sum + node.composed, 0)
  const unsupported = nodes.reduce((sum, node) => sum + node.unsupported, 0)
  return {
    composed,
    unsupported,
    share: share(unsupported, composed),
    nodes: nodes.map((node) => ({ ...node, share: share(node.unsupported, node.composed) })),
  }
}
