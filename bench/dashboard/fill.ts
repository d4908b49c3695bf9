import type { Database } from '../../server/src/platform/db/database.ts'
import { type Sql, sql } from '../../server/src/platform/db/sql.ts'

export type Sizes = { records: number; days: number; members: number; workflows: number }

const statementMinutes = 10

/** Seeding takes longer than any statement of the product may. */
const run = (db: Database, query: Sql) =>
  db.transaction(async (tx) => {
    await tx.run(sql`select set_config('statement_timeout', ${`${statementMinutes}min`}, true)`)
    return tx.run({ ...query, answerMs: statementMinutes * 60_000 })
  })

const people = sql`people as (select id, row_number() over (order by id) - 1 as n from members)`
const flows = sql`flows as (select id, member_id, row_number() over (order by id) - 1 as n from workflows)`
const boxes = sql`boxes as (
  select id, member_id, row_number() over (order by id) - 1 as n,
    row_number() over (partition by member_id order by id) - 1 as of_member
  from mailboxes)`

/** Members, all of them administrators, workflows and mailboxes. */
async function fillOwners(db: Database, { members, workflows }: Sizes) {
  await run(
    db,
    sql`insert into members (id, email, name, role, status, password_hash)
      select gen_random_uuid(), 'm' || n || '@bench.test', 'Member ' || n,
        'admin', 'active', 'none'
      from generate_series(0, ${members - 1}::int) n`,
  )
  await run(
    db,
    sql`with ${people}
      insert into workflows (id, member_id, name)
      select gen_random_uuid(), p.id, 'Workflow ' || i
      from generate_series(0, ${workflows - 1}::int) i join people p on p.n = i % ${members}::int`,
  )
  await run(
    db,
    sql`with ${people}
      insert into mailboxes (id, member_id, provider, address, status, servers)
      select gen_random_uuid(), p.id, 'imap', 'b' || i || '@bench.test', 'disconnected', '{}'
      from generate_series(0, ${2 * members - 1}::int) i join people p on p.n = i % ${members}::int`,
  )
}

/** Runs of all workflows, in the order of their creation: 2 to 20 s where a model works, a few ms elsewhere. */
const fillExecutions = (db: Database, { records, days, workflows }: Sizes) =>
  run(
    db,
    sql`with ${flows}, ${boxes},
      drawn as (
        select i, now() - make_interval(days => ${days}) * (1 - i::float8 / ${records}::int) as created_at,
          floor(random() * ${workflows}::int)::int as flow, random() as luck, random() as box, random() as speed
        from generate_series(1, ${records}::int) i
      ), timed as (
        select d.*, f.id as workflow_id, f.member_id,
          case when f.n % 2 = 0 then 2000 + speed * 18000 else 1 + speed * speed * 60 end as took_ms
        from drawn d join flows f on f.n = d.flow
      )
      insert into executions (id, member_id, workflow_id, version_id, mailbox_id, status, trigger_node_id, trigger_type,
        error, created_at, started_at, finished_at)
      select gen_random_uuid(), t.member_id, t.workflow_id, t.workflow_id, b.id,
        case when luck < 0.04 then 'failed' when luck < 0.05 then 'cancelled' else 'succeeded' end, 'start',
        'trigger.message',
        case when luck < 0.04 then '{"code": "node.failed", "message": "It failed.", "nodeId": "n1"}'::jsonb end,
        t.created_at, t.created_at, least(now(), t.created_at + make_interval(secs => took_ms / 1000))
      from timed t
      left join boxes b on b.member_id = t.member_id and b.of_member = floor(box * 2.2)
      order by t.i`,
  )

const fillJournal = (db: Database, { records, days, members }: Sizes) =>
  run(
    db,
    sql`with ${boxes}
      insert into journal_entries (id, mailbox_id, message_id, outcome, created_at)
      select gen_random_uuid(), b.id, gen_random_uuid(),
        (array['excluded_org', 'excluded_member', 'guardrail', 'unmatched', 'dispatched', 'dispatched'])[1 + i % 6],
        now() - make_interval(days => ${days}) * (1 - i::float8 / ${records}::int)
      from generate_series(1, ${records}::int) i join boxes b on b.n = (i * 7919::bigint) % ${2 * members}::int
      order by i`,
  )

const fillCalls = (db: Database, { records, days, workflows }: Sizes) =>
  run(
    db,
    sql`with ${flows}
      insert into ai_calls (id, member_id, workflow_id, purpose, provider, model, tokens_in, tokens_out, cost_usd,
        created_at)
      select gen_random_uuid(), f.member_id, f.id, (array['classify', 'draft', 'extract'])[1 + i % 3], 'provider',
        (array['small', 'large', 'fast'])[1 + i / 3 % 3], 500 + i % 3000, i % 700, (i % 9000) / 1000000.0,
        now() - make_interval(days => ${days}) * (1 - i::float8 / ${records}::int)
      from generate_series(1, ${records}::int) i join flows f on f.n = (i * 7919::bigint) % ${workflows}::int
      order by i`,
  )

export async function fill(db: Database, sizes: Sizes) {
  await fillOwners(db, sizes)
  await fillExecutions(db, sizes)
  await fillJournal(db, sizes)
  await fillCalls(db, sizes)
  await run(
    db,
    sql`update dashboard_progress set counted_until = now() - make_interval(days => ${sizes.days + 1}),
      closed_until = floor(extract(epoch from now()) / 86400) - ${sizes.days + 1}`,
  )
}
