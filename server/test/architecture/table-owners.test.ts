import { describe, expect, it } from 'vitest'
import { moduleOf } from './modules.ts'
import { tablesOf } from './sql-tables.ts'
import { hole, sqlTextsOf } from './sql-texts.ts'
import { schemaFaults, type TableOwners, tableRules } from './table-owners.ts'

const known = new Set(['messages', 'folders', 'mailboxes', 'table_data.t_1'])
const use = (text: string) => {
  const { reads, writes } = tablesOf(text, (table) => known.has(table))
  return { reads: [...reads].sort(), writes: [...writes].sort() }
}

describe('the tables of a statement', () => {
  it.each([
    ['select * from messages where id = 1', ['messages']],
    ['select from Messages', ['messages']],
    ['select 1 from public."messages" m', ['messages']],
    ['select 1 from x join only messages using (id)', ['messages']],
    ['select 1 from x left join lateral (select from messages) m on true', ['messages']],
    ['select 1 from unnest(a, b) as t(a, b), messages m, folders', ['folders', 'messages']],
    [
      'select 1 from (x join messages m on true) join (folders f join y on true) on true',
      ['folders', 'messages'],
    ],
    [
      'with a as materialized (select 1 from messages), b as (select 2 from folders) select 1 from a, b',
      ['folders', 'messages'],
    ],
    ['select exists (select from messages), (select 1 from folders)', ['folders', 'messages']],
    [`insert into x select * from messages`, ['messages']],
    [`update x set a = 1, b = 2 from messages m`, ['messages']],
    [`delete from x using messages m where true`, ['messages']],
    [`select 1 from ${hole} join messages m using (id)`, ['messages']],
    ['messages m join folders f on true', ['folders', 'messages']],
    ['select 1 from table_data.t_1', ['table_data.t_1']],
    ['select 1 from a union select 2 from messages', ['messages']],
  ])('reads: %s', (text, reads) => {
    expect(use(text)).toEqual({ reads, writes: [] })
  })
  it.each([
    ['insert into messages (id) values (1)', ['messages']],
    ['insert into messages as known select 1', ['messages']],
    ['update only messages m set a = 1', ['messages']],
    ['with a as (update messages set a = 1 returning id) delete from folders', ['folders', 'messages']],
    ['truncate messages, folders', ['folders', 'messages']],
    ['lock table messages, folders in share mode', ['folders', 'messages']],
    ['alter table messages add column a text', ['messages']],
    ['drop table if exists messages', ['messages']],
    ['merge into messages using x on true', ['messages']],
    [`delete from ${hole} where true`, [hole]],
  ])('writes: %s', (text, writes) => {
    expect(use(text)).toEqual({ reads: [], writes })
  })
  it.each([
    'select messages, count(*) from x group by messages',
    'select 1 from messages(1)',
    'select a is distinct from messages from x',
    "select ' from messages ' from x -- from messages\n/* update messages */",
    'select 1 from x order by a, messages for no key update of messages',
    'insert into x on conflict do update set a = 1, messages = 2',
    'select extract(epoch from a), messages from x where a in (b, messages)',
  ])('uses none: %s', (text) => {
    expect(use(text)).toEqual({ reads: [], writes: [] })
  })
})

describe('the SQL of a file', () => {
  const texts = (source: string) => sqlTextsOf(source).map(({ text }) => text)

  it('finds templates, nested ones too, and strings that start like a statement', () => {
    const source = [
      "const pattern = /['`\"]/ // it's `not` SQL",
      'const a = sql`select @{b ? sql`x.@{c}` : sql`y`} from @{{ d: `z` }.d} t`',
      "await client.query('select 1')",
      'await client.query(`delete from t`)',
      "const e = 'selected'",
    ]
      .join('\n')
      .replaceAll('@{', '${')
    expect(texts(source).sort()).toEqual(
      ['delete from t', 'select 1', `select ${hole} from ${hole} t`, `x.${hole}`, 'y'].sort(),
    )
  })
  it('gives the line of a text', () => {
    expect(sqlTextsOf('\n\nconst a = bulk`select 1`')).toEqual([{ text: 'select 1', line: 3 }])
  })
})

describe('the owners of tables', () => {
  const owners: TableOwners = {
    platform: { tables: ['processes'], functions: ['is_alive'] },
    auth: { tables: ['sessions'], views: ['live_sessions'], schemas: ['auth_data'] },
    audit: { tables: ['entries'] },
  }
  const check = (path: string, text: string) =>
    tableRules(owners).flatMap((rule) => rule.check([moduleOf(path, text)]))

  it('lets an owner read and write, and others read its views', () => {
    expect(
      check('server/src/slices/auth/a.store.ts', 'sql`delete from sessions`; sql`select 1 from auth_data.a`'),
    ).toEqual([])
    expect(
      check('server/src/slices/audit/a.store.ts', 'sql`select 1 from entries join live_sessions s on true`'),
    ).toEqual([])
    expect(check('server/src/platform/jobs/a.store.ts', 'sql`update processes set a = 1`')).toEqual([])
  })
  it.each([
    ['audit', 'sql`insert into sessions select 1`', 'writes sessions'],
    ['audit', 'sql`update live_sessions set a = 1`', 'writes live_sessions'],
    ['audit', 'sql`select 1 from entries, sessions`', 'reads sessions'],
    ['audit', 'sql`select @{sql`(select 1 from processes)`} from entries`', 'reads processes'],
    ['audit', 'sql`select 1 from auth_data.a`', 'reads auth_data.a'],
    [
      'audit',
      'const all = [sql`sessions`]\nfor (const one of all) sql`delete from @{one}`',
      'writes sessions',
    ],
  ])('finds a foreign use in %s: %s', (slice, text, fault) => {
    const source = text.replaceAll('@{', '${')
    expect(check(`server/src/slices/${slice}/a.store.ts`, source).join()).toContain(fault)
  })
  it('finds a use outside of slices and platform', () => {
    expect(check('server/src/composition/a.ts', 'sql`select 1 from sessions`')).not.toEqual([])
  })
  it('finds what the schema has and the map has not, and the reverse', () => {
    expect(schemaFaults({ audit: { tables: ['entries'] } }, '--\n\ncreate table notes (\n);')).toEqual([
      'the table entries is listed and does not exist',
      'the table notes has 0 owners',
    ])
  })
  it('finds a view and a function over a foreign table', () => {
    const schema = [
      '--',
      'create table processes (\n);',
      'create table sessions (\n);',
      'create table entries (\n);',
      'create view live_sessions as\n SELECT id FROM entries;',
      'CREATE OR REPLACE FUNCTION public.is_alive(a uuid)\nAS $function$\nselect 1 from sessions\n$function$;',
    ].join('\n\n')
    expect(schemaFaults(owners, schema)).toEqual([
      'the view live_sessions uses entries, which belongs to another',
      'the function is_alive uses sessions, which belongs to another',
    ])
  })
})
