import type { Static } from '@mailwright/contract/schema'
import type { Template } from '@mailwright/contract/templates'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Locale } from '../../platform/http/call.ts'
import type { BuiltIn } from './built-in/build.ts'
import type { TemplateRow, Use } from './templates.store.ts'

export type TemplateView = Static<typeof Template>

const builtInCreatedAt = '2026-11-15T00:00:00.000Z'

export const nodeTypesOf = ({ nodes }: Graph) => [...new Set(nodes.map(({ type }) => type))].sort()

/** What must be set up before it can run. */
const providersOf = (nodeTypes: string[]) => (nodeTypes.some((type) => type.startsWith('ai.')) ? ['ai'] : [])

const useOf = (use: Use | undefined) => ({
  enabled: use?.enabled ?? true,
  installCount: use?.installCount ?? 0,
})

export function describeBuiltIn(
  { id, name, description, category, graph }: BuiltIn,
  use: Use | undefined,
  locale: Locale,
): TemplateView {
  const nodeTypes = nodeTypesOf(graph)
  return {
    id,
    name: name[locale],
    description: description[locale],
    category: category[locale],
    ...useOf(use),
    nodeTypes,
    requiresProviders: providersOf(nodeTypes),
    createdBy: null,
    createdAt: builtInCreatedAt,
    updatedAt: use?.updatedAt ?? builtInCreatedAt,
  }
}

export const describeOwn = (row: TemplateRow, use: Use | undefined): TemplateView => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  ...useOf(use),
  nodeTypes: row.nodeTypes,
  requiresProviders: providersOf(row.nodeTypes),
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
