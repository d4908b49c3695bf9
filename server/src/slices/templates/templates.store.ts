import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type TemplateRow = {
  id: string
  name: string
  description: string
  category: string | null
  nodeTypes: string[]
  createdBy: string | null
  createdAt: string
  updatedAt: string
}

const columns = sql`
  id, name, description, category, node_types as "nodeTypes", created_by as "createdBy", created_at as "createdAt",
  updated_at as "updatedAt"`

export const findTemplates = (db: Db) =>
  db.rows<TemplateRow>(sql`select ${columns} from templates order by created_at desc, id desc`)

export const findTemplate = (db: Db, id: string) =>
  db.row<TemplateRow & { graph: Graph }>(sql`select ${columns}, graph from templates where id = ${id}`)

export type NewTemplate = Pick<TemplateRow, 'id' | 'name' | 'description' | 'category' | 'nodeTypes'> & {
  createdBy: string
  graph: Graph
}
export const insertTemplate = (db: Db, t: NewTemplate) =>
  db.row<TemplateRow>(sql`
    insert into templates (id, name, description, category, node_types, created_by, graph)
    values (${t.id}, ${t.name}, ${t.description}, ${t.category}, ${t.nodeTypes}, ${t.createdBy},
      ${JSON.stringify(t.graph)}) returning ${columns}`)

export type Changes = { name?: string; description?: string; category?: string | null }
export const updateTemplate = (db: Db, id: string, { name, description, category }: Changes) =>
  db.run(sql`
    update templates set name = coalesce(${name}, name), description = coalesce(${description}, description),
      category = case when ${category !== undefined} then ${category ?? null} else category end, updated_at = now()
    where id = ${id}`)

export const deleteTemplate = (db: Db, id: string) => db.run(sql`delete from templates where id = ${id}`)

export type Use = { id: string; enabled: boolean; installCount: number; updatedAt: string }
export const findUses = async (db: Db) =>
  new Map(
    (
      await db.rows<Use>(sql`
        select template_id as id, enabled, install_count as "installCount", updated_at as "updatedAt"
        from template_uses`)
    ).map((use) => [use.id, use]),
  )

export const setEnabled = (db: Db, id: string, enabled: boolean) =>
  db.run(sql`
    insert into template_uses (template_id, enabled) values (${id}, ${enabled})
    on conflict (template_id) do update set enabled = excluded.enabled, updated_at = now()`)

export const countInstall = (db: Db, id: string) =>
  db.run(sql`
    insert into template_uses (template_id, install_count) values (${id}, 1)
    on conflict (template_id) do update set install_count = template_uses.install_count + 1`)
