import type { assistant } from '@mailwright/contract/assistant'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { workflows } from '@mailwright/contract/workflows'
import type { Db } from '../../../platform/db/database.ts'
import { AppError, fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { AssistantDeps } from '../ports.ts'
import { describeProposal } from './describe-proposal.ts'
import { decideProposal, lockProposal, type ProposalRow } from './proposals.store.ts'

async function lockOpen(db: Db, call: Call<typeof assistant.rejectProposal>) {
  const row = await lockProposal(db, call.caller.memberId, call.params.id)
  if (!row) throw fault('assistant.proposal_not_found')
  if (row.status !== 'proposed') throw fault('assistant.proposal_conflict')
  return row
}

/** Saves the draft by the same route as the member's own editor would, with the same checks. */
async function save(deps: AssistantDeps, call: Call<RouteDeclaration>, row: ProposalRow): Promise<string> {
  const { name, graph, workflowId, baseUpdatedAt } = row
  const saved =
    row.kind === 'create_draft'
      ? await deps.ports.act(workflows.create, call, { body: { name, graph } })
      : await deps.ports.act(workflows.update, call, {
          params: { id: workflowId },
          body: { graph, draftUpdatedAt: baseUpdatedAt },
        })
  return (saved as { id: string }).id
}

export async function acceptProposal(deps: AssistantDeps, call: Call<typeof assistant.acceptProposal>) {
  const db = await call.transaction()
  const row = await lockOpen(db, call)
  const workflowId = await save(deps, call as unknown as Call<RouteDeclaration>, row).catch((error) => {
    // The draft was saved, or the workflow deleted, since the proposal.
    const isLate =
      error instanceof AppError && ['workflow.stale_draft', 'workflow.not_found'].includes(error.code)
    throw isLate ? fault('assistant.proposal_conflict') : error
  })
  const decided = await decideProposal(db, row.id, 'accepted', workflowId)
  if (!decided) throw new Error('the update returned no row')
  return { proposal: describeProposal(decided, false, call.locale), workflowId }
}

export async function rejectProposal(call: Call<typeof assistant.rejectProposal>) {
  const db = await call.transaction()
  const row = await lockOpen(db, call)
  const decided = await decideProposal(db, row.id, 'rejected', null)
  if (!decided) throw new Error('the update returned no row')
  return { proposal: describeProposal(decided, false, call.locale) }
}
