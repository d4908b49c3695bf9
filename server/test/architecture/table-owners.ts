import type { Module } from './modules.ts'
import { product, type Rule, sliceOf } from './rules.ts'
import { tablesOf } from './sql-tables.ts'
import { hole, type SqlText, sqlTextsOf } from './sql-texts.ts'

/** What a slice, or the platform, owns in the database. Others may read its views and call its functions. */
type Owned = { tables: string[]; views?: string[]; functions?: string[]; schemas?: string[] }
export type TableOwners = Record<string, Owned>

const viewsOf = (owners: TableOwners) => new Set(Object.values(owners).flatMap(({ views = [] }) => views))

function ownerOf(owners: TableOwners, table: string): string | undefined {
  const [schema = ''] = table.split('.')
  return Object.keys(owners).find((owner) => {
    const { tables = [], views = [], schemas = [] } = owners[owner] ?? {}
    return tables.includes(table) || views.includes(table) || (table !== schema && schemas.includes(schema))
  })
}

const partOf = (path: string) => sliceOf(path) ?? path.split('/')[2] ?? path

type Use = { path: string; line: number; table: string; by: string; owner: string }

function usesIn(owners: TableOwners, { path, text }: Module): { reads: Use[]; writes: Use[] } {
  const by = partOf(path)
  const isKnown = (table: string) => ownerOf(owners, table) !== undefined
  const found = sqlTextsOf(text).map((one: SqlText) => ({ ...one, ...tablesOf(one.text, isKnown) }))
  // The table of `delete from ${table}` may be any that a fragment of the file names.
  const writesHole = found.some(({ writes }) => writes.has(hole))
  const usesOf = (line: number, tables: Iterable<string>) =>
    [...tables].flatMap((table) => {
      const owner = ownerOf(owners, table)
      return owner === undefined ? [] : [{ path, line, table, by, owner }]
    })
  const isTable = ({ text: fragment }: SqlText) => /^\s*[\w."]+\s*$/.test(fragment)
  return {
    reads: found.flatMap(({ line, reads }) => usesOf(line, reads)),
    writes: found.flatMap((one) =>
      usesOf(one.line, writesHole && isTable(one) ? [...one.writes, ...one.reads] : one.writes),
    ),
  }
}

const isServer = ({ path }: Module) => path.startsWith('server/src/')
const isForeign = ({ by, owner }: Use) => by !== owner
const sentence = (verb: string) => (use: Use) =>
  `${use.path}:${use.line} ${verb} ${use.table}, which belongs to ${use.owner}`

export function tableRules(owners: TableOwners): Rule[] {
  const views = viewsOf(owners)
  return [
    {
      name: 'a table is written by its owner alone',
      check: (modules) =>
        product(modules)
          .filter(isServer)
          .flatMap((module) => usesIn(owners, module).writes)
          .filter(isForeign)
          .map(sentence('writes')),
    },
    {
      name: 'a table is read by its owner, others read its views',
      check: (modules) =>
        product(modules)
          .filter(isServer)
          .flatMap((module) => usesIn(owners, module).reads)
          .filter((use) => isForeign(use) && !views.has(use.table))
          .map(sentence('reads')),
    },
  ]
}

type SchemaObject = { kind: 'table' | 'view' | 'function'; name: string; definition: string }

/** The objects of docs/generated/schema.sql. */
function schemaObjects(schema: string): SchemaObject[] {
  return schema.split(/\n\n(?=create )/i).flatMap((definition) => {
    const found = /^create (?:or replace )?(?:unlogged )?(table|view|function) (?:public\.)?(\w+)/im.exec(
      definition,
    )
    if (!found) return []
    return [{ kind: found[1]?.toLowerCase() as SchemaObject['kind'], name: found[2] ?? '', definition }]
  })
}

/** Where the map and the schema differ, and views and functions that use a foreign table. */
export function schemaFaults(owners: TableOwners, schema: string): string[] {
  const objects = schemaObjects(schema)
  const listed = Object.entries(owners).flatMap(([owner, owned]) => [
    ...owned.tables.map((name) => ({ kind: 'table', name, owner })),
    ...(owned.views ?? []).map((name) => ({ kind: 'view', name, owner })),
    ...(owned.functions ?? []).map((name) => ({ kind: 'function', name, owner })),
  ])
  const views = viewsOf(owners)
  const missing = listed
    .filter(({ kind, name }) => !objects.some((one) => one.kind === kind && one.name === name))
    .map(({ kind, name }) => `the ${kind} ${name} is listed and does not exist`)
  const faults = objects.flatMap(({ kind, name, definition }) => {
    const of = listed.filter((one) => one.kind === kind && one.name === name)
    if (of.length !== 1) return [`the ${kind} ${name} has ${of.length} owners`]
    if (kind === 'table') return []
    const body = definition.replaceAll('$function$', '')
    const { reads, writes } = tablesOf(body, (table) => ownerOf(owners, table) !== undefined)
    const isOwn = (table: string) => ownerOf(owners, table) === of[0]?.owner
    return [...[...reads].filter((table) => !views.has(table)), ...writes]
      .filter((table) => !isOwn(table))
      .map((table) => `the ${kind} ${name} uses ${table}, which belongs to another`)
  })
  return [...missing, ...faults]
}
