import { grants } from '@mailwright/contract/scopes'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { countWaitingApprovals } from '../approvals/index.ts'
import { countWaitingDrafts } from '../sending/index.ts'

/** For whom the desk is read. */
export type Reader = { memberId: string; email: string; seesApprovals: boolean }

export const readerOf = ({ memberId, email, via }: Caller): Reader => ({
  memberId,
  email,
  seesApprovals: via.kind === 'session' || grants(via.scopes, 'approvals:read'),
})

const none = { waiting: 0, dueSoon: 0 }

export async function countDesk(db: Db, reader: Reader, draftDays: number) {
  const drafts = (await countWaitingDrafts(db, reader.memberId, draftDays)) ?? none
  const approvals = (reader.seesApprovals ? await countWaitingApprovals(db, reader) : undefined) ?? none
  return {
    drafts: drafts.waiting,
    approvals: approvals.waiting,
    total: drafts.waiting + approvals.waiting,
    dueSoon: drafts.dueSoon + approvals.dueSoon,
  }
}
