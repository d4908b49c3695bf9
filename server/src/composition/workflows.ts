import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { checkDeclared, nodeTypes } from '../nodes/index.ts'
import { isUuid } from '../platform/ids/ids.ts'
import type { AiUse } from '../slices/ai/index.ts'
import { createApprovals } from '../slices/approvals/index.ts'
import { connectionExists, lockConnections } from '../slices/connections/index.ts'
import { findExamples } from '../slices/evaluation/index.ts'
import { cancelWorkflowExecutions, createExecutions, findLatest } from '../slices/executions/index.ts'
import { type createMailboxes, findConnectedIds, lockMailboxesShared } from '../slices/mailboxes/index.ts'
import { findPreferences, lockActiveMember } from '../slices/members/index.ts'
import { findKnownFolders, findOwnMessages, findRunMessages } from '../slices/messages/index.ts'
import type { createSending } from '../slices/sending/index.ts'
import { findVisibleSignatureIds } from '../slices/signatures/index.ts'
import type { createTables } from '../slices/tables/index.ts'
import { createWorkflows, type WorkflowPorts } from '../slices/workflows/index.ts'
import { headOf } from './message-triggers.ts'
import { approvalPorts } from './node-ports/approval-ports.ts'
import { bindNodePorts } from './node-ports/index.ts'
import { loadRoots } from './node-ports/roots.ts'
import type { Platform } from './platform.ts'

type Tables = Pick<ReturnType<typeof createTables>, 'use'>

const workflowPorts = (tables: Tables): WorkflowPorts => ({
  lockMember: lockActiveMember,
  lockMailboxes: lockMailboxesShared,
  findOwnMessages,
  findLastExecutions: async (db, ids) =>
    new Map((await findLatest(db, ids)).map(({ workflowId, ...last }) => [workflowId, last])),
  endExecutions: async (db, id) => void (await cancelWorkflowExecutions(db, id)),
  known: {
    tables: (db, _memberId, names) => tables.use.findExisting(db, names),
    connections: (db, memberId, ids, lock) => (lock ? lockConnections : connectionExists)(db, memberId, ids),
    mailboxes: (db, memberId, ids) => findConnectedIds(db, memberId, ids.filter(isUuid)),
    signatures: (db, memberId, ids) => findVisibleSignatureIds(db, memberId, ids.filter(isUuid)),
    folders: findKnownFolders,
  },
})

export const createWorkflowsSlice = (
  platform: Platform,
  { catalogue, tables }: { catalogue: readonly NodeTypeInfo[]; tables: Tables },
) => createWorkflows({ ...platform, catalogue, ports: workflowPorts(tables) })

type ExecutionParts = {
  mailboxes: Pick<ReturnType<typeof createMailboxes>, 'fetchAttachment' | 'readPdfText'>
  sending: Pick<ReturnType<typeof createSending>, 'outbox'>
  tables: Tables
  ai: { use: AiUse }
}

/** Creates the slices that carry out workflows, and binds nodes to the slices that they use. */
export function createExecutionSlices(
  platform: Platform,
  { mailboxes, sending, tables, ai }: ExecutionParts,
) {
  const approvals = createApprovals({ ...platform, ports: approvalPorts(sending.outbox) })
  const { runs } = platform.databases
  const executions = createExecutions({
    ...platform,
    runDb: runs,
    intakeDb: platform.databases.intake,
    effectTables: ['outgoing_messages', 'notifications', 'approvals'],
    nodeTypes,
    ports: {
      bindPorts: bindNodePorts({
        ...platform,
        db: runs,
        outbound: platform.outbound.http,
        approvals: approvals.use,
        outbox: sending.outbox,
        fetchAttachment: mailboxes.fetchAttachment,
        readPdfText: mailboxes.readPdfText,
        tables: tables.use,
        callModel: ai.use.call,
        findExamples,
      }),
      loadRoots,
      isAdministrator: async (db, memberId) => (await findPreferences(db, memberId))?.member.role === 'admin',
      onCancelled: approvals.use.expireOf,
      checkWebhook: ({ fields }, body) => (Array.isArray(fields) ? checkDeclared(fields, body) : []),
      findMessages: async (db, memberId, ids) => (await findRunMessages(db, memberId, ids)).map(headOf),
    },
  })
  return { approvals, executions }
}
