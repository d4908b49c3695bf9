import type { PeoplePort } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Question } from '../../slices/approvals/index.ts'
import { notify } from '../../slices/notifications/index.ts'
import { stepOf, type Where } from './about-run.ts'

export type PeoplePortDeps = {
  live: Live
  approvals: {
    ask(db: Db, question: Question): Promise<{ id: string }>
    find: (db: Db, memberId: string, id: string) => ReturnType<PeoplePort['findApproval']>
  }
}

export const peoplePort = ({ live, approvals }: PeoplePortDeps, where: Where): PeoplePort => {
  const { db, about, facts } = where
  const { memberId } = facts
  return {
    askApproval: async (request) =>
      approvals.ask(db, {
        ...request,
        memberId,
        messageId: facts.messageId,
        mailboxId: request.mailboxId ?? facts.mailboxId,
        key: about.key,
        step: await stepOf(where),
      }),
    findApproval: (id) => approvals.find(db, memberId, id),
    async notify({ title, body, severity }) {
      const { executionId, workflowId, workflowName } = await stepOf(where)
      await notify(db, live, {
        memberId,
        kind: 'workflow.notice',
        severity,
        params: { workflowId, workflowName, executionId, title, body },
        link: `/executions/${executionId}`,
        dedupeKey: `notice ${about.key}`.slice(0, 200),
      })
    },
  }
}
