import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Filter } from './figures.store.ts'
import type { WindowQuery } from './read-window.ts'

export type Query = WindowQuery & {
  scope: 'me' | 'org'
  mailboxId?: string
  workflowId?: string
  memberId?: string
}

export type Scope = Filter & { isOrg: boolean }

/** Whose figures the caller asks for. A mailbox or workflow of somebody else has no figures. */
export function readScope({ memberId, role }: Caller, query: Query): Scope {
  const isOrg = query.scope === 'org'
  if ((isOrg || query.memberId !== undefined) && role !== 'admin') throw fault('dashboard.forbidden')
  return {
    isOrg,
    memberId: query.memberId ?? (isOrg ? null : memberId),
    workflowId: query.workflowId ?? null,
    mailboxId: query.mailboxId ?? null,
  }
}
