import { aiCosts } from '@mailwright/contract/ai-costs'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { implement } from '../../../platform/http/call.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import type { LlmReply } from '../../../protocols/llm/index.ts'
import { findCallsOf } from './execution-calls.store.ts'
import { findPrices } from './prices.store.ts'
import { changeBudget, listBudgets, listOwnBudgets } from './set-budget.ts'
import { setPrices } from './set-prices.ts'

export type CostPorts = { ownsExecution(db: Db, memberId: string, executionId: string): Promise<boolean> }

const answerOf = ({ text, data, finish, repaired }: LlmReply) => ({
  text,
  data: data ?? null,
  finish,
  repaired,
})

export const costRoutes = ({ ports }: { ports: CostPorts }) =>
  implement(aiCosts, {
    budgets: ({ db }) => listBudgets(db),
    setBudget: changeBudget,
    ownBudgets: ({ db, caller }) => listOwnBudgets(db, caller.memberId),
    prices: async ({ db }) => ({ prices: await findPrices(db) }),
    setPrices,
    calls: async ({ db, caller, params }) => {
      if (!isUuid(params.id) || !(await ports.ownsExecution(db, caller.memberId, params.id)))
        throw fault('execution.not_found')
      const rows = await findCallsOf(db, caller.memberId, params.id)
      return { calls: rows.map(({ reply, ...row }) => ({ ...row, answer: reply && answerOf(reply) })) }
    },
  })
