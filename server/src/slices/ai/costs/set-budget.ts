import type { aiCosts } from '@mailwright/contract/ai-costs'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import {
  type BudgetRow,
  deleteBudget,
  findBudgets,
  findMonth,
  findOwnBudgets,
  instanceSubject,
  setBudget,
  subjectExists,
} from './budgets.store.ts'

const issue = (path: string, message: string) =>
  fault('request.bad_request', { details: { issues: [{ path, message }] } })

const describe = async (db: Db, rows: BudgetRow[]) => ({
  month: await findMonth(db),
  budgets: rows.map(({ subject, ...row }) => ({
    ...row,
    subjectId: row.scope === 'instance' ? null : subject,
  })),
})

export const listBudgets = async (db: Db) => describe(db, await findBudgets(db))

export const listOwnBudgets = async (db: Db, memberId: string) =>
  describe(db, await findOwnBudgets(db, memberId))

export async function changeBudget(call: Call<typeof aiCosts.setBudget>) {
  const { scope, subjectId, softUsd, hardUsd } = call.body
  if ((scope === 'instance') !== (subjectId === undefined))
    throw issue('/subjectId', 'must be given for a member or a workflow, and for nothing else')
  if (softUsd !== null && hardUsd !== null && softUsd > hardUsd)
    throw issue('/softUsd', 'must not be above hardUsd')
  const db = await call.transaction()
  const subject = subjectId ?? instanceSubject
  if (!(await subjectExists(db, scope, subject)))
    throw fault(scope === 'member' ? 'governance.not_found' : 'workflow.not_found')
  if (softUsd === null && hardUsd === null) await deleteBudget(db, scope, subject)
  else await setBudget(db, { scope, subject, softUsd, hardUsd })
  await recordEntry(db, {
    ...actorOf(call),
    action: 'ai_budget.updated',
    targetKind: scope,
    targetId: subjectId ?? null,
    details: { softUsd, hardUsd },
  })
  return listBudgets(db)
}
