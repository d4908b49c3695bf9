import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import { nodeTypes } from '../nodes/index.ts'
import type { CronItem } from '../platform/jobs/define-job.ts'
import { defineRetention } from '../platform/jobs/retention.ts'
import { platformRetention } from '../platform/retention.ts'
import type { Slice } from '../platform/slice.ts'
import { createAccount } from '../slices/account/index.ts'
import { createAi } from '../slices/ai/index.ts'
import { createAnalyzer } from '../slices/analyzer/index.ts'
import { createApiKeys, dropAdminScopes } from '../slices/api-keys/index.ts'
import { createAudit } from '../slices/audit/index.ts'
import { createAuth, deleteSessions } from '../slices/auth/index.ts'
import { createConnections } from '../slices/connections/index.ts'
import { createContacts } from '../slices/contacts/index.ts'
import { createDashboard } from '../slices/dashboard/index.ts'
import { createDesk } from '../slices/desk/index.ts'
import { cancelMemberExecutions, ownsExecution } from '../slices/executions/index.ts'
import { createIncidents } from '../slices/incidents/index.ts'
import { createInstance } from '../slices/instance/index.ts'
import type { MailClients } from '../slices/mailboxes/index.ts'
import { createMembers } from '../slices/members/index.ts'
import { createNotifications } from '../slices/notifications/index.ts'
import { createReview } from '../slices/review/index.ts'
import { holdForSuspension } from '../slices/sending/index.ts'
import { createSignatures } from '../slices/signatures/index.ts'
import { createTables } from '../slices/tables/index.ts'
import { createTemplates } from '../slices/templates/index.ts'
import { findPublishedUsers } from '../slices/workflows/index.ts'
import { version } from '../version.ts'
import { analyzerPorts } from './analyzer.ts'
import { createAssistantSlice } from './assistant.ts'
import { createEvaluationSlice } from './evaluation.ts'
import { createMailSlices } from './mail.ts'
import { deskPorts } from './node-ports/approval-ports.ts'
import type { Platform } from './platform.ts'
import { createExecutionSlices, createWorkflowsSlice } from './workflows.ts'

export type SliceOptions = {
  /** For tests without real mail servers. */
  mail?: Partial<MailClients>
  /** For tests with node types of their own. */
  catalogue?: readonly NodeTypeInfo[] | undefined
}

/** Every slice. Workers start in reverse order and stop in this order: mailboxes are released before runs. */
export function createSlices(
  platform: Platform,
  { mail: clients = {}, catalogue = nodeTypes }: SliceOptions = {},
): Slice[] {
  const ai = createAi({
    ...platform,
    db: platform.databases.runs,
    outbound: platform.outbound.ai,
    ports: { ownsExecution },
  })
  const tables = createTables(platform)
  const workflows = createWorkflowsSlice(platform, { catalogue, tables })
  const { mailboxes, messages, sending } = createMailSlices(platform, { workflows, clients })
  const { approvals, executions } = createExecutionSlices(platform, { mailboxes, sending, tables, ai })
  const members = createMembers({
    ...platform,
    ports: {
      ...mailboxes.forMembers,
      ...workflows.forMembers,
      endSessions: (db, memberId) => deleteSessions(db, memberId, null),
      closeChannels: platform.live.closeMember,
      dropAdminScopes,
      holdMail: holdForSuspension,
      reassignApprovals: approvals.use.reassign,
      cancelExecutions: async (db, memberId) => {
        const ids = (await cancelMemberExecutions(db, memberId)).map(({ id }) => id)
        await approvals.use.expireOf(db, ids)
        return ids.length
      },
    },
  })
  const slices: Slice[] = [
    createInstance({ ...platform, version }),
    createAuth(platform),
    members,
    createAccount(platform),
    createApiKeys(platform),
    createAudit(platform),
    createSignatures(),
    createContacts(),
    tables,
    createConnections({ ...platform, ports: { findPublishedUsers } }),
    ai,
    createNotifications(platform),
    createIncidents(platform),
    mailboxes,
    messages,
    sending,
    createReview({ ...platform, reasons: sending.reasons }),
    workflows,
    executions,
    approvals,
    createDesk({ ...platform, reasons: sending.reasons, ports: deskPorts(sending.outbox) }),
    createTemplates({ ...platform, catalogue }),
    createDashboard(platform),
    createAnalyzer({ ...platform, ports: analyzerPorts(workflows, ai) }),
    createEvaluationSlice(platform, { ai, bindings: () => slices.flatMap(({ routes }) => routes) }),
    createAssistantSlice(platform, {
      ai,
      workflows,
      executions,
      bindings: () => slices.flatMap(({ routes }) => routes),
    }),
  ]
  return slices
}

/** Everything that runs by the clock: what the slices schedule, and all retention. */
export const cronOf = (slices: readonly Slice[]): CronItem[] => [
  ...slices.flatMap(({ cron = [] }) => cron),
  ...[...platformRetention, ...slices.flatMap(({ retention = [] }) => retention)].map(defineRetention),
]
