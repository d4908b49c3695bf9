import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import {
  filters,
  match,
  readFilters,
  readValues,
  rowEffects,
  selectionFields,
  table,
  tableFields,
  values,
} from './table-params.ts'

export const dataUpdate = defineNode({
  type: 'data.update',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Update rows', fr: 'Modifier des lignes' },
  description: {
    en: 'Updates every row that matches the conditions.',
    fr: 'Modifie toutes les lignes qui correspondent aux conditions.',
  },
  params: object({ table: table(), filters: filters(1), match: match(), values: values() }),
  fields: { ...selectionFields, values: tableFields.values },
  ports: { fixed: ['main'] },
  uses: ['tables'],
  scopes: ['tables:read', 'tables:write'],
  async run({ params, use }) {
    const query = { filters: readFilters(params.filters), match: params.match }
    const changed = await use.tables.update(params.table, query, readValues(params.values))
    return { data: { changed }, effects: rowEffects('table.updated', changed, 'updated in', params.table) }
  },
})
