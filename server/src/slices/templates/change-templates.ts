import type { Body } from '@mailwright/contract/route'
import type { templates } from '@mailwright/contract/templates'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../platform/http/call.ts'
import { isUuid, newId } from '../../platform/ids/ids.ts'
import { type AuditRecord, recordEntry } from '../audit/index.ts'
import { createDraft, findAnyWorkflow, findVersion } from '../workflows/index.ts'
import { builtIns } from './built-in/index.ts'
import { describeOwn, nodeTypesOf } from './describe-template.ts'
import { getTemplate } from './find-templates.ts'
import { stripGraph } from './strip-graph.ts'
import {
  countInstall,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  setEnabled,
  updateTemplate,
} from './templates.store.ts'

type Actor = Pick<AuditRecord, 'actorKind' | 'actorMemberId' | 'ip'>

export type TemplateDeps = {
  catalogue: readonly NodeTypeInfo[]
  /** Node types that only administrators may use. */
  forbidden: readonly string[]
}

/** Creates a draft of the member from a copy of the graph. */
export async function installTemplate(
  db: Db,
  deps: TemplateDeps,
  caller: Caller,
  id: string,
  name: string | undefined,
  locale: Locale,
) {
  const { template, graph } = await getTemplate(db, caller, id, locale)
  const nodeTypes =
    caller.role === 'admin' ? [] : template.nodeTypes.filter((type) => deps.forbidden.includes(type))
  if (nodeTypes.length > 0) throw fault('templates.forbidden_node', { details: { nodeTypes } })
  const workflow = await createDraft(db, caller.memberId, { name: name ?? template.name, graph })
  await countInstall(db, id)
  return { workflowId: workflow.id }
}

const conflict = (reason: string) => fault('workflow.conflict', { details: { reason } })

/** Publishes a snapshot of any member's workflow as a template, without the member's own data. */
export async function promoteWorkflow(
  db: Db,
  deps: TemplateDeps,
  actor: Actor,
  memberId: string,
  body: Body<typeof templates.promote>,
) {
  const workflow = isUuid(body.workflowId) ? await findAnyWorkflow(db, body.workflowId) : undefined
  if (!workflow) throw fault('workflow.not_found')
  const versionId = body.version === 'published' ? workflow.publishedVersionId : workflow.draftVersionId
  const version = versionId ? await findVersion(db, versionId) : undefined
  if (!version) throw conflict(body.version === 'published' ? 'not_published' : 'no_draft')
  const graph = stripGraph(version.graph, deps.catalogue)
  const row = await insertTemplate(db, {
    id: newId(),
    name: body.name ?? workflow.name,
    description: body.description,
    category: body.category ?? null,
    nodeTypes: nodeTypesOf(graph),
    createdBy: memberId,
    graph,
  })
  if (!row) throw new Error('the insert returned no row')
  if (!body.enabled) await setEnabled(db, row.id, false)
  await recordEntry(db, {
    ...actor,
    action: 'template.promoted',
    targetKind: 'template',
    targetId: row.id,
    details: { name: row.name },
  })
  const { enabled } = body
  return { template: describeOwn(row, { id: row.id, enabled, installCount: 0, updatedAt: row.updatedAt }) }
}

/** Built-in templates can be disabled but not edited. */
export async function changeTemplate(
  db: Db,
  actor: Actor,
  caller: Caller,
  id: string,
  body: Body<typeof templates.update>,
  locale: Locale,
) {
  const { template } = await getTemplate(db, caller, id, locale)
  const { enabled, ...changes } = body
  const isBuiltIn = builtIns.some((one) => one.id === id)
  if (isBuiltIn && Object.keys(changes).length > 0) throw fault('templates.built_in')
  if (!isBuiltIn) await updateTemplate(db, id, changes)
  if (enabled !== undefined) await setEnabled(db, id, enabled)
  await recordEntry(db, {
    ...actor,
    action: 'template.updated',
    targetKind: 'template',
    targetId: id,
    details: { name: template.name },
  })
  const { template: now } = await getTemplate(db, caller, id, locale)
  return { template: now }
}

export async function removeTemplate(db: Db, actor: Actor, id: string) {
  if (builtIns.some((one) => one.id === id)) throw fault('templates.built_in')
  const row = await findTemplate(db, id)
  if (!row) throw fault('templates.not_found')
  await deleteTemplate(db, id)
  await recordEntry(db, {
    ...actor,
    action: 'template.deleted',
    targetKind: 'template',
    targetId: id,
    details: { name: row.name },
  })
}
