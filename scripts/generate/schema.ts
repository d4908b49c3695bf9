import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'

const tablesQuery = `
  select c.oid, c.relname as name, c.relpersistence = 'u' as unlogged
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') order by c.relname`
const columnsQuery = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         pg_get_expr(d.adbin, d.adrelid) as fallback, a.attgenerated as generated
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`
const constraintsQuery = `
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1 and contype <> 'n' order by contype desc, conname`
const indexesQuery = `
  select pg_get_indexdef(i.indexrelid) as definition from pg_index i
  where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by 1`
const functionsQuery = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`
const viewsQuery = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'v' order by c.relname`

type Column = { name: string; type: string; required: boolean; fallback: string | null; generated: string }

function columnLine({ name, type, required, fallback, generated }: Column) {
  const value = generated ? ` generated always as (${fallback}) stored` : ` default ${fallback}`
  return `  ${name} ${type}${required ? ' not null' : ''}${fallback === null ? '' : value}`
}

async function tableText(client: pg.Client, table: { oid: number; name: string; unlogged: boolean }) {
  const columns = await client.query<Column>(columnsQuery, [table.oid])
  const constraints = await client.query<{ name: string; definition: string }>(constraintsQuery, [table.oid])
  const indexes = await client.query<{ definition: string }>(indexesQuery, [table.oid])
  const lines = [
    ...columns.rows.map(columnLine),
    ...constraints.rows.map((c) => `  constraint ${c.name} ${c.definition}`),
  ]
  const head = `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (\n${lines.join(',\n')}\n);`
  return [head, ...indexes.rows.map((i) => `${i.definition};`)].join('\n')
}

async function schemaText(client: pg.Client) {
  const tables = await client.query<{ oid: number; name: string; unlogged: boolean }>(tablesQuery)
  const parts: string[] = []
  for (const table of tables.rows) parts.push(await tableText(client, table))
  const views = await client.query<{ name: string; definition: string }>(viewsQuery)
  const functions = await client.query<{ definition: string }>(functionsQuery)
  return [
    '-- The schema after all migrations. Generated: change a migration, not this file.',
    ...parts,
    ...views.rows.map((v) => `create view ${v.name} as\n${v.definition}`),
    ...functions.rows.map((f) => `${f.definition.trim()};`),
    '',
  ].join('\n\n')
}

/** The whole schema after all migrations, read back from a real server. */
export async function generateSchema() {
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-schema-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate(postgres.url)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const text = await schemaText(client)
    await client.end()
    return text
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
