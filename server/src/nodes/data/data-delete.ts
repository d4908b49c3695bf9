import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { filters, match, readFilters, rowEffects, selectionFields, table } from './table-params.ts'

export const dataDelete = defineNode({
  type: 'data.delete',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Delete rows', fr: 'Supprimer des lignes' },
  description: {
    en: 'Deletes every row that matches the conditions. At least one condition is required.',
    fr: 'Supprime toutes les lignes qui correspondent aux conditions. Au moins une condition est requise.',
  },
  params: object({ table: table(), filters: filters(1), match: match() }),
  fields: selectionFields,
  ports: { fixed: ['main'] },
  uses: ['tables'],
  scopes: ['tables:read', 'tables:write'],
  async run({ params, use }) {
    const removed = await use.tables.remove(params.table, {
      filters: readFilters(params.filters),
      match: params.match,
    })
    return { data: { removed }, effects: rowEffects('table.removed', removed, 'deleted from', params.table) }
  },
})
