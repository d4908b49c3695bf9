import { account } from './account.ts'
import { ai } from './ai.ts'
import { aiCosts } from './ai-costs.ts'
import { analyzer } from './analyzer.ts'
import { apiKeys } from './api-keys.ts'
import { approvals } from './approvals.ts'
import { assistant } from './assistant.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { connections } from './connections.ts'
import { contacts } from './contacts.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { evaluation } from './evaluation.ts'
import { executions } from './executions.ts'
import { folders } from './folders.ts'
import { hooks } from './hooks.ts'
import { incidents } from './incidents.ts'
import { instance } from './instance.ts'
import { journal } from './journal.ts'
import { mailboxSetup } from './mailbox-setup.ts'
import { mailboxes } from './mailboxes.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { nodeTypes } from './node-types.ts'
import { notifications } from './notifications.ts'
import { patterns } from './patterns.ts'
import { referenceSet } from './reference-set.ts'
import { remoteImages } from './remote-images.ts'
import { review } from './review.ts'
import type { Domain } from './route.ts'
import { runs } from './runs.ts'
import { sending } from './sending.ts'
import { signatures, webmailSignatures } from './signatures.ts'
import { tableColumns } from './table-columns.ts'
import { tableRows } from './table-rows.ts'
import { tables } from './tables.ts'
import { templates } from './templates.ts'
import { threads } from './threads.ts'
import { workflowCopies } from './workflow-copies.ts'
import { workflowVersions } from './workflow-versions.ts'
import { workflows } from './workflows.ts'

/** Every route, by domain. */
export const api = {
  instance,
  auth,
  account,
  apiKeys,
  members,
  audit,
  notifications,
  incidents,
  contacts,
  signatures,
  webmailSignatures,
  mailboxes,
  mailboxSetup,
  folders,
  messages,
  remoteImages,
  threads,
  journal,
  sending,
  review,
  desk,
  workflows,
  workflowVersions,
  workflowCopies,
  nodeTypes,
  hooks,
  executions,
  runs,
  approvals,
  tables,
  tableColumns,
  tableRows,
  templates,
  connections,
  ai,
  aiCosts,
  patterns,
  evaluation,
  referenceSet,
  assistant,
  analyzer,
  dashboard,
} satisfies Record<string, Domain>
