import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export const instanceSubject = '00000000-0000-0000-0000-000000000000'

export type BudgetScope = 'instance' | 'member' | 'workflow'
export type BudgetRow = {
  scope: BudgetScope
  subject: string
  name: string | null
  softUsd: number | null
  hardUsd: number | null
  spentUsd: number
  reservedUsd: number
}

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`

const budgets = (where: Sql) => sql`
  select u.scope, u.subject, coalesce(m.name, w.name) as name, u.soft_usd::float8 as "softUsd",
    u.hard_usd::float8 as "hardUsd", u.spent_usd::float8 as "spentUsd", u.reserved_usd::float8 as "reservedUsd"
  from ai_budget_use u
  left join member_identities m on u.scope = 'member' and m.id = u.subject
  left join workflow_names w on u.scope = 'workflow' and w.workflow_id = u.subject
  where ${where} order by u.scope, name, u.subject`

export const findBudgets = (db: Db) => db.rows<BudgetRow>(budgets(sql`true`))

export type BudgetSubject = Pick<BudgetRow, 'scope' | 'subject'>

export const findBudgetSubjects = (db: Db) =>
  db.rows<BudgetSubject>(sql`select scope, subject from ai_budgets`)

export const findOwnBudgets = (db: Db, memberId: string) =>
  db.rows<BudgetRow>(
    budgets(sql`u.scope = 'member' and u.subject = ${memberId} or u.scope = 'workflow' and exists (
      select from ai_spend s where s.month = ${thisMonth} and s.member_id = ${memberId} and s.workflow_id = u.subject)`),
  )

export const findMonth = async (db: Db) =>
  (await db.row<{ month: string }>(sql`select to_char(now() at time zone 'UTC', 'YYYY-MM') as month`))
    ?.month ?? ''

type Limits = { scope: BudgetScope; subject: string; softUsd: number | null; hardUsd: number | null }

/** New limits are warned of anew. */
export const setBudget = (db: Db, { scope, subject, softUsd, hardUsd }: Limits) =>
  db.run(sql`
    insert into ai_budgets (scope, subject, soft_usd, hard_usd) values (${scope}, ${subject}, ${softUsd}, ${hardUsd})
    on conflict (scope, subject) do update set
      soft_usd = excluded.soft_usd, hard_usd = excluded.hard_usd, warned = null, refused = null`)

export const deleteBudget = (db: Db, scope: BudgetScope, subject: string) =>
  db.run(sql`delete from ai_budgets where scope = ${scope} and subject = ${subject}`)

export const subjectExists = async (db: Db, scope: BudgetScope, subject: string) =>
  scope === 'instance' ||
  (await db.row(
    scope === 'member'
      ? sql`select from member_identities where id = ${subject}`
      : sql`select from workflow_names where workflow_id = ${subject}`,
  )) !== undefined

const appliesTo = (memberId: string, workflowId: string | null) => sql`
  (b.scope = 'instance' or b.scope = 'member' and b.subject = ${memberId}
    or b.scope = 'workflow' and b.subject = ${workflowId})`

export type ReachedBudget = { scope: BudgetScope; subject: string; name: string | null; limitUsd: number }

/** Budgets of the call that have reached their soft limit and were not warned of this month; they count as warned. */
export const takeWarnings = (db: Db, memberId: string, workflowId: string | null) =>
  db.rows<ReachedBudget>(sql`
    update ai_budgets b set warned = ${thisMonth} from ai_budget_use u
    where u.scope = b.scope and u.subject = b.subject and u.spent_usd >= b.soft_usd
      and b.warned is distinct from ${thisMonth} and ${appliesTo(memberId, workflowId)}
    returning b.scope, b.subject, b.soft_usd::float8 as "limitUsd",
      (select name from member_identities where b.scope = 'member' and id = b.subject
       union all select name from workflow_names where b.scope = 'workflow' and workflow_id = b.subject) as name`)

/** The same for a hard limit that a call was refused by. */
export const takeRefusal = (db: Db, scope: BudgetScope, memberId: string, workflowId: string | null) =>
  db.rows<ReachedBudget>(sql`
    update ai_budgets b set refused = ${thisMonth}
    where b.scope = ${scope} and b.hard_usd is not null and b.refused is distinct from ${thisMonth}
      and ${appliesTo(memberId, workflowId)}
    returning b.scope, b.subject, b.hard_usd::float8 as "limitUsd",
      (select name from member_identities where b.scope = 'member' and id = b.subject
       union all select name from workflow_names where b.scope = 'workflow' and workflow_id = b.subject) as name`)
