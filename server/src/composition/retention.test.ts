import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { readConfig } from '../platform/config/read-config.ts'
import { type Sql, sql } from '../platform/db/sql.ts'
import { newId } from '../platform/ids/ids.ts'
import type { CronItem, Job, Payload } from '../platform/jobs/define-job.ts'
import { createLog } from '../platform/log/log.ts'
import { openPlatform, type Platform } from './platform.ts'
import { createSlices, cronOf } from './slices.ts'

let server: TestServer
let ada: TestMember
let platform: Platform
let retentions: CronItem[]
const config = readConfig({
  MAILWRIGHT_ATTACHMENT_CACHE_MB: '0',
  MAILWRIGHT_AUDIT_RETENTION_DAYS: '30',
  MAILWRIGHT_NOTIFICATION_RETENTION_DAYS: '10',
})

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  const log = createLog('silent')
  platform = await openPlatform({ config, databaseUrl: server.databaseUrl, log })
  retentions = cronOf(createSlices(platform)).filter(({ job }) => job.name.startsWith('retention.'))
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const run = async (name: string) => {
  const item = retentions.find(({ job }) => job.name === `retention.${name}`)
  if (!item) throw new Error(`no retention ${name}`)
  const job = item.job as unknown as Job<Payload>
  const context = { db: server.db, log: createLog('silent'), signal: new AbortController().signal }
  await job.run({}, { ...context, jobId: '1', attempt: 1, lastAttempt: false })
}

const kinds: Record<string, { insert: (age: string) => Sql; left: Sql; old: string; young: string }> = {
  audit: {
    insert: (age) => sql`
      insert into audit_entries (id, at, actor_kind, action, target_kind)
      values (${newId()}, now() - ${age}::interval, 'system', 'test.kept', 'test')`,
    left: sql`select from audit_entries where action = 'test.kept'`,
    old: '31 days',
    young: '29 days',
  },
  notifications: {
    insert: (age) => sql`
      insert into notifications (id, member_id, severity, kind, params, created_at)
      values (${newId()}, ${ada.id}, 'info', 'mailbox.recovered', '{}', now() - ${age}::interval)`,
    left: sql`select from notifications`,
    old: '11 days',
    young: '9 days',
  },
  executions: {
    insert: (age) => sql`
      with run as (
        insert into executions (id, member_id, workflow_id, version_id, status, trigger_node_id, trigger_type, finished_at)
        values (${newId()}, ${ada.id}, ${newId()}, ${newId()}, 'succeeded', 'start', 'trigger.manual',
          now() - ${age}::interval) returning id
      )
      insert into execution_parts (execution_id, part, content) select id, 0, '{}' from run`,
    left: sql`select from executions e join execution_parts p on p.execution_id = e.id`,
    old: '91 days',
    young: '89 days',
  },
  idempotency: {
    insert: (age) => sql`
      insert into idempotency_keys (member_id, method, path, key, body_hash, created_at)
      values (${ada.id}, 'POST', '/', ${newId()}, '', now() - ${age}::interval)`,
    left: sql`select from idempotency_keys`,
    old: '25 hours',
    young: '23 hours',
  },
  sessions: {
    insert: (age) => sql`
      insert into sessions (id, member_id, token_hash, last_seen_at, expires_at, user_agent)
      values (${newId()}, ${ada.id}, ${Buffer.from(newId())}, now() - ${age}::interval, now() + interval '1 day', 'kept')`,
    left: sql`select from sessions where user_agent = 'kept'`,
    old: '13 hours',
    young: '11 hours',
  },
  'sign-in-sources': {
    insert: (age) => sql`
      insert into sign_in_sources (member_id, source, last_used_at)
      values (${ada.id}, ${Buffer.from(newId())}, now() - ${age}::interval)`,
    left: sql`select from sign_in_sources`,
    old: '181 days',
    young: '179 days',
  },
  'oauth-states': {
    insert: (age) => sql`
      insert into mailbox_oauth_states (state_hash, member_id, provider, code_verifier, nonce, expires_at)
      values (${Buffer.from(newId())}, ${ada.id}, 'google', '', '', now() + interval '10 minutes' - ${age}::interval)`,
    left: sql`select from mailbox_oauth_states`,
    old: '11 minutes',
    young: '9 minutes',
  },
  resyncs: {
    insert: (age) => sql`
      with mailbox as (
        insert into mailboxes (id, member_id, provider, address, servers)
        values (${newId()}, ${ada.id}, 'imap', ${newId()}, '{}') returning id
      )
      insert into mailbox_resyncs (id, mailbox_id, since, finished_at)
      select ${newId()}, id, now(), now() - ${age}::interval from mailbox`,
    left: sql`select from mailbox_resyncs`,
    old: '8 days',
    young: '6 days',
  },
  uploads: {
    insert: (age) => sql`
      insert into uploaded_files (id, member_id, filename, mime, size, content, created_at)
      values (${newId()}, ${ada.id}, 'a.txt', 'text/plain', 1, 'x', now() - ${age}::interval)`,
    left: sql`select from uploaded_files`,
    old: '25 hours',
    young: '23 hours',
  },
  'sent-sources': {
    insert: (age) => sql`
      with mailbox as (
        insert into mailboxes (id, member_id, provider, address, servers)
        values (${newId()}, ${ada.id}, 'imap', ${newId()}, '{}') returning id
      )
      insert into outgoing_messages (id, member_id, mailbox_id, mailbox_address, mode, origin, "to", subject,
        body_text, send_status, source, created_at)
      select ${newId()}, ${ada.id}, id, '', 'send', 'webmail', '{}', '', '', 'failed', 'x', now() - ${age}::interval
      from mailbox`,
    left: sql`select from outgoing_messages where source is not null`,
    old: '31 days',
    young: '29 days',
  },
  'action-tokens': {
    insert: (age) => sql`
      with mailbox as (
        insert into mailboxes (id, member_id, provider, address, servers)
        values (${newId()}, ${ada.id}, 'imap', ${newId()}, '{}') returning id
      )
      insert into thread_action_tokens (thread_id, client_token, mailbox_id, salt, hash, ops, created_at)
      select ${newId()}, 'kept', id, '', '', '[]', now() - ${age}::interval from mailbox`,
    left: sql`select from thread_action_tokens`,
    old: '31 days',
    young: '29 days',
  },
  'review-tokens': {
    insert: (age) => sql`
      insert into review_tokens (member_id, token, salt, hash, reply, created_at)
      values (${ada.id}, ${Buffer.from(newId())}, '', '', '{}', now() - ${age}::interval)`,
    left: sql`select from review_tokens`,
    old: '31 days',
    young: '29 days',
  },
  'ai-answers': {
    insert: (age) => sql`
      with call as (
        insert into ai_calls (id, member_id, purpose, provider, model, tokens_in, tokens_out)
        values (${newId()}, ${ada.id}, 'general', 'openai', 'm', 0, 0) returning id
      )
      insert into ai_answers (call_id, prompt, reply, created_at)
      select id, '{}', '{}', now() - ${age}::interval from call`,
    left: sql`select from ai_answers`,
    old: '31 days',
    young: '29 days',
  },
  // The newest report of a mailbox is kept.
  'analyzer-reports': {
    insert: (age) => sql`
      with mailbox as (
        insert into mailboxes (id, member_id, provider, address, servers)
        values (${newId()}, ${ada.id}, 'imap', ${newId()}, '{}') returning id
      )
      insert into analyzer_reports (id, mailbox_id, member_id, status, forced, day, created_at)
      select gen_random_uuid(), mailbox.id, ${ada.id}, 'done', true, current_date, now() - ages.age
      from mailbox cross join (values (${age}::interval), (interval '0')) as ages (age)`,
    left: sql`select from analyzer_reports where created_at < now() - interval '1 hour'`,
    old: '91 days',
    young: '89 days',
  },
  'rate-windows': {
    insert: (age) => sql`
      insert into rate_windows (bucket, head, slots, touched_at)
      values (${`test:${newId()}`}, 0, '{}', now() - ${age}::interval)`,
    left: sql`select from rate_windows where bucket like 'test:%'`,
    old: '27 hours',
    young: '25 hours',
  },
}

it.each(Object.keys(kinds))('deletes %s once they are older than their retention', async (name) => {
  const kind = kinds[name]
  if (!kind) throw new Error('unknown kind')
  for (const age of [kind.old, kind.old, kind.young]) await server.db.run(kind.insert(age))
  await run(name)
  expect(await server.db.rows(kind.left)).toHaveLength(1)
})

it('keeps the newest hundred evaluations of a node, and unfinished ones', async () => {
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Sort' } })
  await server.db.run(sql`
    insert into eval_runs (id, member_id, workflow_id, node_id, status, classifier, prompt, categories, multi_label,
      provider, model, created_at)
    select gen_random_uuid(), ${ada.id}, ${made.body.id}, 'sort', case n when 103 then 'running' else 'succeeded' end,
      '{}', n::text, '{}', false, 'openai', 'm', now() - n * interval '1 day'
    from generate_series(1, 103) n`)
  await run('eval-runs')
  const left = await server.db.rows<{ n: number }>(sql`select prompt::int as n from eval_runs order by 1`)
  expect(left.map(({ n }) => n)).toEqual([...Array.from({ length: 100 }, (_, i) => i + 1), 103])
})

it('has a test for every retention', () => {
  const testedElsewhere = ['approvals', 'eval-runs', 'failed-jobs', 'upload-objects']
  const names = retentions.map(({ job }) => job.name.replace('retention.', ''))
  expect(names.sort()).toEqual([...Object.keys(kinds), ...testedElsewhere].sort())
})
