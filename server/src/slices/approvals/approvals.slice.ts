import type { Config } from '../../platform/config/read-config.ts'
import type { Db } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Slice } from '../../platform/slice.ts'
import { createMailer } from './approval-mailer.ts'
import { approvalRoutes } from './approvals.routes.ts'
import { expireDue, expireOfExecutions, expireOne, findApproval, purgeApprovals } from './approvals.store.ts'
import { askApproval } from './ask-approval.ts'
import { endCancelled, endExpired } from './end-approvals.ts'
import { escalateApprovals } from './escalate-approvals.ts'
import type { ApprovalDeps, Question } from './ports.ts'
import { reassignApprovals } from './reassign-approvals.ts'
import { remindApprovers } from './remind-approvers.ts'

const batch = 500

type ApprovalsDeps = Pick<ApprovalDeps, 'live' | 'origin' | 'ports'> & {
  config: Pick<Config, 'brandName' | 'approvalLinks' | 'approvalDays'>
}

/** How nodes ask for approvals. */
type ApprovalUse = {
  ask(db: Db, question: Question): ReturnType<typeof askApproval>
  find(db: Db, memberId: string, id: string): ReturnType<typeof findApproval>
  expireOf(db: Db, executionIds: string[]): Promise<void>
  /** Passes on what waits for a member who may no longer decide it. */
  reassign(db: Db): Promise<number>
}

export function createApprovals({
  config,
  live,
  origin,
  ports,
}: ApprovalsDeps): Slice & { use: ApprovalUse } {
  const { brandName, approvalLinks } = config
  const deps: ApprovalDeps = { live, origin, ports, brandName, oneClick: approvalLinks === 'one-click' }
  const mailer = createMailer(deps)
  const mailerDeps = { ...deps, mailer }
  // A waiting run wakes at the deadline by itself; this covers approvals whose run no longer exists.
  const expire = defineJob('approvals.expire', {
    run: async (_payload, { db }) => {
      for (let left = batch; left >= batch; ) {
        left = await db.transaction(async (tx) => {
          const due = await expireDue(tx, batch)
          for (const { executionId } of due) await ports.resume(tx, executionId)
          await endExpired(tx, deps, due)
          return due.length
        })
      }
      // Covers approvals that were asked for while their approver was being suspended.
      await db.transaction((tx) => reassignApprovals(tx, mailerDeps))
    },
  })
  const followUp = defineJob('approvals.follow-up', {
    run: async (_payload, { db }) => {
      await remindApprovers(db, mailerDeps)
      await escalateApprovals(db, mailerDeps)
    },
  })
  return {
    routes: approvalRoutes(deps),
    jobs: [mailer.job],
    cron: [
      { job: expire, schedule: '* * * * *' },
      { job: followUp, schedule: '* * * * *' },
    ],
    retention: [
      {
        name: 'approvals',
        schedule: '55 3 * * *',
        run: (db, batch) => purgeApprovals(db, config.approvalDays, batch),
      },
    ],
    use: {
      ask: (db: Db, question: Question) => askApproval(db, mailerDeps, question),
      async find(db: Db, memberId: string, id: string) {
        await endExpired(db, deps, await expireOne(db, id))
        return findApproval(db, memberId, id)
      },
      reassign: (db: Db) => reassignApprovals(db, mailerDeps),
      expireOf: async (db: Db, executionIds: string[]) =>
        endCancelled(db, deps, await expireOfExecutions(db, executionIds)),
    },
  }
}
