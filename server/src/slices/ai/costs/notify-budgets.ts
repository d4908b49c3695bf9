import type { Database, Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import { findAdministratorIds } from '../../incidents/index.ts'
import { notify } from '../../notifications/index.ts'
import { type BudgetScope, type ReachedBudget, takeRefusal, takeWarnings } from './budgets.store.ts'

type Deps = { db: Database; live: Live }
type Who = { memberId: string; workflowId: string | null }
type Kind = 'ai.budget_warning' | 'ai.budget_exceeded'

/** The instance's concerns administrators; others concern the member and administrators. */
async function notifyReached(deps: Deps, kind: Kind, take: (db: Db) => Promise<ReachedBudget[]>, who: Who) {
  await deps.db.transaction(async (db) => {
    const reached = await take(db)
    if (reached.length === 0) return
    const administrators = (await findAdministratorIds(db)).map(({ id }) => id)
    for (const { scope, subject, name, limitUsd } of reached) {
      const concerned = new Set(scope === 'instance' ? administrators : [who.memberId, ...administrators])
      const subjectId = scope === 'instance' ? null : subject
      for (const memberId of concerned)
        await notify(db, deps.live, {
          memberId,
          kind,
          severity: kind === 'ai.budget_warning' ? 'warning' : 'error',
          params: { scope, subjectId, name, limitUsd },
        })
    }
  })
}

export const warnOfBudgets = (deps: Deps, who: Who) =>
  notifyReached(deps, 'ai.budget_warning', (db) => takeWarnings(db, who.memberId, who.workflowId), who)

export const reportRefusal = (deps: Deps, scope: BudgetScope, who: Who) =>
  notifyReached(deps, 'ai.budget_exceeded', (db) => takeRefusal(db, scope, who.memberId, who.workflowId), who)
