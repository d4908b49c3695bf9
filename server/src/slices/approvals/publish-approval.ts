import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export const publishApproval = (
  db: Pick<Db, 'afterCommit'>,
  live: Live,
  memberId: string,
  approval: { id: string; status: string; executionId?: string },
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
