import type { ApprovalStatus } from '@mailwright/contract/approvals'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export const publishApproval = (
  db: Pick<Db, 'afterCommit'>,
  live: Live,
  memberId: string,
  approval: { id: string; status: Static<typeof ApprovalStatus>; executionId?: string },
) =>
  live.publish(db, {
    memberId,
    type: 'approval.updated',
    data: {
      approvalId: approval.id,
      status: approval.status,
      ...(approval.executionId && { executionId: approval.executionId }),
    },
  })
