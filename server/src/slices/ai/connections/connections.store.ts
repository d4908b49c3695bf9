import type { LlmCircuit, LlmConnectionAdmin } from '@mailwright/contract/ai'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

type Shown = Static<typeof LlmConnectionAdmin>
export type Provider = Shown['provider']

export type ConnectionRow = {
  id: string
  provider: Provider
  label: string
  isDefault: boolean
  baseUrl: string | null
  secretId: string | null
  apiKeyHint: string | null
  enabledModels: string[] | null
  reportedModels: string[] | null
  reportedAt: string | null
  maxConcurrency: number
  maxPerMinute: number | null
  updatedAt: string
  circuit: LlmCircuit
}

// The circuit is half open from the time of its next try until that try has ended.
const columns = sql`
  c.id, c.provider, c.label, c.is_default as "isDefault", c.base_url as "baseUrl", c.secret_id as "secretId",
  c.api_key_hint as "apiKeyHint", c.enabled_models as "enabledModels", c.reported_models as "reportedModels",
  c.reported_at as "reportedAt", c.max_concurrency as "maxConcurrency", c.max_per_minute as "maxPerMinute",
  c.updated_at as "updatedAt",
  (select json_build_object(
    'state', case when g.opened_at is null then 'closed' when g.retry_at > now() then 'open' else 'half_open' end,
    'openedAt', to_char(g.opened_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'retryAt', to_char(case when g.opened_at is not null then g.retry_at end, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'reason', case when g.opened_at is not null then g.reason end)
   from llm_gates g where g.connection_id = c.id) as circuit`

/** In the order in which they were configured. */
export const findConnections = (db: Db) =>
  db.rows<ConnectionRow>(sql`select ${columns} from llm_connections c order by c.created_at, c.id`)

export const findConnection = (db: Db, id: string) =>
  db.row<ConnectionRow>(sql`select ${columns} from llm_connections c where c.id = ${id}`)

export const lockConnection = (db: Db, id: string) =>
  db.row<ConnectionRow>(sql`select ${columns} from llm_connections c where c.id = ${id} for update of c`)

export type NewConnection = Pick<
  ConnectionRow,
  'id' | 'provider' | 'label' | 'baseUrl' | 'secretId' | 'apiKeyHint' | 'enabledModels'
>

export const insertConnection = async (db: Db, c: NewConnection) => {
  await db.run(sql`
    insert into llm_connections (id, provider, label, base_url, secret_id, api_key_hint, enabled_models,
      created_at)
    values (${c.id}, ${c.provider}, ${c.label}, ${c.baseUrl}, ${c.secretId}, ${c.apiKeyHint}, ${c.enabledModels},
      clock_timestamp())`)
  await db.run(sql`insert into llm_gates (connection_id) values (${c.id})`)
}

/** What the provider reported is forgotten: it may be another one now. */
export const updateConnection = (db: Db, id: string, c: Omit<NewConnection, 'id' | 'provider'>) =>
  db.run(sql`
    update llm_connections set label = ${c.label}, base_url = ${c.baseUrl}, secret_id = ${c.secretId},
      api_key_hint = ${c.apiKeyHint}, enabled_models = ${c.enabledModels}, reported_at = null, updated_at = clock_timestamp(),
      reported_models = case when base_url is not distinct from ${c.baseUrl} then reported_models end
    where id = ${id}`)

export const deleteConnection = (db: Db, id: string) =>
  db.run(sql`delete from llm_connections where id = ${id}`)

/** A changed connection gets a new chance at once. */
export const resetGate = (db: Db, id: string) =>
  db.run(sql`
    update llm_gates set failures = 0, opened_at = null, openings = 0, retry_at = null, probe_until = null,
      reason = null, paused_until = null
    where connection_id = ${id}`)

/** Null: none is the default. Returns false when there is no such connection. */
export async function setDefaultConnection(db: Db, id: string | null): Promise<boolean> {
  // Serialises two changes: each would otherwise miss the other's default.
  await db.run(sql`select pg_advisory_xact_lock(hashtext('llm_connections.is_default'))`)
  await db.run(
    sql`update llm_connections set is_default = false where is_default and id is distinct from ${id}`,
  )
  if (id === null) return true
  return (await db.run(sql`update llm_connections set is_default = true where id = ${id}`)) > 0
}

export const setReportedModels = (db: Db, id: string, models: string[]) =>
  db.run(sql`update llm_connections set reported_models = ${models}, reported_at = now() where id = ${id}`)

export const markAsked = (db: Db, id: string) =>
  db.run(sql`update llm_connections set reported_at = now() where id = ${id}`)

type Limits = Pick<ConnectionRow, 'maxConcurrency' | 'maxPerMinute'>
export const setLimits = (db: Db, id: string, { maxConcurrency, maxPerMinute }: Limits) =>
  db.run(sql`
    update llm_connections set max_concurrency = ${maxConcurrency}, max_per_minute = ${maxPerMinute} where id = ${id}`)
