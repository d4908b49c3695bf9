import type { PeoplePort } from '../../nodes/index.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Question } from '../../slices/approvals/index.ts'
import { notify } from '../../slices/notifications/index.ts'
import { describeStep, type PortContext } from './port-context.ts'

export type PeoplePortDeps = {
  live: Live
  approvals: {
    ask(db: Db, question: Question): Promise<{ id: string }>
    find: (db: Db, memberId: string, id: string) => ReturnType<PeoplePort['findApproval']>
  }
}

export const peoplePort = ({ live, approvals }: PeoplePortDeps, context: PortContext): PeoplePort => {
  const { db, step, facts } = context
  const { memberId } = facts
  return {
    askApproval: async (request) =>
      approvals.ask(db, {
        ...request,
        memberId,
        messageId: facts.messageId,
        mailboxId: request.mailboxId ?? facts.mailboxId,
        key: step.key,
        step: await describeStep(context),
      }),
    findApproval: (id) => approvals.find(db, memberId, id),
    async notify({ title, body, severity }) {
      const { executionId, workflowId, workflowName } = await describeStep(context)
      await notify(db, live, {
        memberId,
        kind: 'workflow.notice',
        severity,
        params: { workflowId, workflowName, executionId, title, body },
        link: `/executions/${executionId}`,
        dedupeKey: `notice ${step.key}`.slice(0, 200),
      })
    },
  }
}
