import type { Proposal, ProposalSimulation } from '@mailwright/contract/assistant'
import type { Static } from '@mailwright/contract/schema'
import type { Issue } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type ProposalView = Static<typeof Proposal>
export type Simulation = Static<typeof ProposalSimulation>
type Stored = Pick<
  ProposalView,
  'id' | 'conversationId' | 'kind' | 'summary' | 'name' | 'workflowId' | 'graph' | 'difference' | 'simulation'
>
export type ProposalRow = Stored &
  Pick<ProposalView, 'createdAt' | 'decidedAt'> & {
    status: Exclude<ProposalView['status'], 'stale'>
    issues: Issue[]
    baseUpdatedAt: string | null
  }

const columns = sql`
  p.id, p.conversation_id as "conversationId", p.kind, p.status, p.summary, p.name, p.workflow_id as "workflowId",
  p.graph, p.base_updated_at as "baseUpdatedAt", p.difference, p.issues, p.simulation,
  p.created_at as "createdAt", p.decided_at as "decidedAt"`

type NewProposal = Stored & Pick<ProposalRow, 'issues' | 'baseUpdatedAt'> & { toolCallId: string }
/** Once for each call of the tool, however often its turn is repeated. */
export const insertProposal = (db: Db, p: NewProposal) =>
  db.run(sql`
    insert into assistant_proposals (id, conversation_id, tool_call_id, kind, summary, name, workflow_id, graph,
      base_updated_at, difference, issues, simulation)
    values (${p.id}, ${p.conversationId}, ${p.toolCallId}, ${p.kind}, ${p.summary}, ${p.name}, ${p.workflowId},
      ${JSON.stringify(p.graph)}::jsonb, ${p.baseUpdatedAt}, ${JSON.stringify(p.difference)}::jsonb,
      ${JSON.stringify(p.issues)}::jsonb, ${p.simulation && JSON.stringify(p.simulation)}::jsonb)
    on conflict on constraint assistant_proposals_tool_call_key do nothing`)

export const findProposals = (db: Db, conversationId: string) =>
  db.rows<ProposalRow>(sql`
    select ${columns} from assistant_proposals p where p.conversation_id = ${conversationId}
    order by p.created_at, p.id`)

/** Locked until the transaction ends. */
export const lockProposal = (db: Db, memberId: string, id: string) =>
  db.row<ProposalRow>(sql`
    select ${columns} from assistant_proposals p join assistant_conversations c on c.id = p.conversation_id
    where p.id = ${id} and c.member_id = ${memberId} for no key update of p`)

export const decideProposal = (
  db: Db,
  id: string,
  status: 'accepted' | 'rejected',
  workflowId: string | null,
) =>
  db.row<ProposalRow>(sql`
    update assistant_proposals p set status = ${status}, decided_at = now(),
      workflow_id = coalesce(${workflowId}, p.workflow_id)
    where p.id = ${id} returning ${columns}`)
