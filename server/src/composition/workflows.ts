import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { typeKey } from '../engine/index.ts'
import { nodeTypes } from '../nodes/index.ts'
import { checkDeclared } from '../nodes/triggers/declared-fields.ts'
import type { Config } from '../platform/config/read-config.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Database } from '../platform/db/database.ts'
import type { Origin } from '../platform/http/headers.ts'
import { isUuid } from '../platform/ids/ids.ts'
import type { Heartbeat } from '../platform/jobs/heartbeat.ts'
import type { Live } from '../platform/live/live.ts'
import type { Log } from '../platform/log/log.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { createApprovals } from '../slices/approvals/index.ts'
import { connectionExists, holdConnections } from '../slices/connections/index.ts'
import {
  cancelWorkflowExecutions,
  countOpenByMailbox,
  createExecutions,
  findLatest,
} from '../slices/executions/index.ts'
import { findConnectedIds, holdMailboxes } from '../slices/mailboxes/index.ts'
import { holdActiveMember } from '../slices/members/index.ts'
import { findKnownFolders, findOwnMessages, findRunMessages } from '../slices/messages/index.ts'
import { signatureIsVisible } from '../slices/signatures/index.ts'
import { createTableUse, tableLimitsOf } from '../slices/tables/index.ts'
import { createTemplates } from '../slices/templates/index.ts'
import {
  createWorkflows,
  type FindKnown,
  findPublishedUsers,
  type WorkflowLimits,
  type WorkflowPorts,
  workflowsOfMailboxes,
  workflowsOfMembers,
} from '../slices/workflows/index.ts'
import { headlineOf } from './dispatch-mail.ts'
import type { MailParts } from './mail.ts'
import { approvalPorts } from './node-ports/approval-ports.ts'
import { bindNodePorts } from './node-ports/index.ts'
import { loadRoots } from './node-ports/roots.ts'

/** What the parts that deal with workflows stand on. */
export type WorkflowFloor = {
  config: Config
  db: Database
  log: Log
  live: Live
  origin: Origin
  heartbeat: Heartbeat
  vault: Vault
  outbound: Outbound
  mailParts: Pick<MailParts, 'sending' | 'fetchAttachment'>
  catalogue?: readonly NodeTypeInfo[] | undefined
}

const limitsOf = (config: Config): WorkflowLimits => ({
  maxConcurrency: { default: config.workflowConcurrency, max: config.workflowConcurrencyMax },
  executionTimeoutMs: {
    default: config.executionTimeoutSeconds * 1000,
    max: config.executionTimeoutMaxSeconds * 1000,
  },
})

const automaticLimitsOf = (config: Config) => ({
  perRecipientDay: config.automaticPerRecipient,
  perThreadDay: config.automaticPerThread,
  perMailboxHour: config.automaticPerMailbox,
  perInstanceHour: config.automaticPerInstance,
})

const visibleSignatures: FindKnown = async (db, memberId, ids) => {
  const found = new Set<string>()
  for (const id of ids.filter(isUuid)) if (await signatureIsVisible(db, memberId, id)) found.add(id)
  return found
}

const portsOf = ({ config, live }: WorkflowFloor): WorkflowPorts => {
  const tables = createTableUse({ live, limits: tableLimitsOf(config) })
  return {
    holdMember: holdActiveMember,
    holdMailboxes,
    findOwnMessages,
    findLastExecutions: async (db, ids) =>
      new Map((await findLatest(db, ids)).map(({ workflowId, ...last }) => [workflowId, last])),
    endExecutions: async (db, id) => void (await cancelWorkflowExecutions(db, id)),
    known: {
      tables: (db, _memberId, names) => tables.findExisting(db, names),
      connections: (db, memberId, ids, hold) =>
        (hold ? holdConnections : connectionExists)(db, memberId, ids),
      mailboxes: (db, memberId, ids) => findConnectedIds(db, memberId, ids.filter(isUuid)),
      signatures: visibleSignatures,
      folders: findKnownFolders,
    },
  }
}

/** Puts together what deals with workflows, and says what they mean to other parts. */
export function createWorkflowParts(floor: WorkflowFloor) {
  const { config, db, live, origin, heartbeat, mailParts, catalogue = nodeTypes } = floor
  const limits = limitsOf(config)
  const approvals = createApprovals({
    live,
    origin,
    brandName: config.brandName,
    oneClick: config.approvalLinks === 'one-click',
    ports: approvalPorts(mailParts.sending.outbox),
  })
  const bindPorts = bindNodePorts({
    db,
    live,
    outbound: floor.outbound,
    vault: floor.vault,
    approvals: approvals.use,
    outbox: mailParts.sending.outbox,
    fetchAttachment: mailParts.fetchAttachment,
    tables: createTableUse({ live, limits: tableLimitsOf(config) }),
    automaticLimits: automaticLimitsOf(config),
  })
  const executions = createExecutions({
    db,
    live,
    limits,
    processId: () => heartbeat.processId,
    stoppedEffects: new Set(config.stoppedEffects),
    nodeTypes: new Map(nodeTypes.map((type) => [typeKey(type.type, type.version), type])),
    ports: {
      bindPorts,
      loadRoots,
      onCancelled: approvals.use.expireOf,
      checkWebhook: ({ fields }, body) => (Array.isArray(fields) ? checkDeclared(fields, body) : []),
      findMessages: async (tx, memberId, ids) =>
        (await findRunMessages(tx, memberId, ids)).map((message) => ({
          id: message.id,
          mailboxId: message.mailboxId,
          headline: headlineOf(message),
        })),
    },
  })
  return {
    slices: [
      createWorkflows({ catalogue, live, origin, limits, ports: portsOf(floor) }),
      executions,
      approvals,
      createTemplates({ catalogue, forbidden: config.forbiddenNodes }),
    ],
    openRunner: (databaseUrl: string) => executions.openRunner({ databaseUrl, heartbeat, log: floor.log }),
    tasks: approvals.tasks,
    cron: approvals.cron,
    ofMembers: workflowsOfMembers({ catalogue, live }),
    ofMailboxes: { ...workflowsOfMailboxes({ catalogue, live }), countPendingExecutions: countOpenByMailbox },
    ofConnections: { findPublishedUsers },
    close: executions.close,
  }
}
export type WorkflowParts = ReturnType<typeof createWorkflowParts>
