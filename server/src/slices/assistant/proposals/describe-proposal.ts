import { isValid } from '@mailwright/contract/workflow-graph/validate'
import { workflows } from '@mailwright/contract/workflows'
import type { Caller, Locale } from '../../../platform/http/call.ts'
import type { AssistantPorts } from '../ports.ts'
import type { ProposalRow, ProposalView } from './proposals.store.ts'

type Current = { draftVersion: Version; publishedVersion: Version }
type Version = { updatedAt?: string } | null

/** When the draft (or without one the published version) was saved; null if there is no such workflow. */
async function savedAt({ read }: AssistantPorts, caller: Caller, id: string): Promise<string | null> {
  // Only the time is used, so the scopes of a key do not matter.
  const asMember: Caller = { ...caller, via: { kind: 'session', sessionId: '' } }
  const found = (await read(workflows.get, asMember, { params: { id } }).catch(() => null)) as Current | null
  return (found?.draftVersion ?? found?.publishedVersion)?.updatedAt ?? null
}

/** A change of a draft that was saved since is stale. */
export async function isStale(ports: AssistantPorts, caller: Caller, row: ProposalRow): Promise<boolean> {
  if (row.kind === 'create_draft' || row.status !== 'proposed') return false
  const now = row.workflowId && (await savedAt(ports, caller, row.workflowId))
  return !now || !row.baseUpdatedAt || Date.parse(now) !== Date.parse(row.baseUpdatedAt)
}

export function describeProposal(row: ProposalRow, stale: boolean, locale: Locale): ProposalView {
  const { issues, baseUpdatedAt: _, ...shown } = row
  return {
    ...shown,
    status: stale ? 'stale' : row.status,
    validation: {
      valid: isValid(issues),
      issues: issues.map((one) => ({ ...one, message: one.message[locale] })),
    },
  }
}
