import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'

export const tell = (
  db: Pick<Db, 'afterCommit'>,
  live: Live,
  memberId: string,
  news: { id: string; status: string; executionId?: string },
) =>
  live.publish(db, {
    memberId,
    type: 'approval.updated',
    data: {
      approvalId: news.id,
      status: news.status,
      ...(news.executionId && { executionId: news.executionId }),
    },
  })
