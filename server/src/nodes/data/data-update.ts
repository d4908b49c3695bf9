import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import {
  choosingFields,
  filters,
  match,
  readFilters,
  readValues,
  table,
  tableFields,
  toldRows,
  values,
} from './table-params.ts'

export const dataUpdate = defineNode({
  type: 'data.update',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Change rows', fr: 'Modifier des lignes' },
  description: {
    en: 'Changes every row that fits the conditions.',
    fr: 'Modifie chaque ligne qui remplit les conditions.',
  },
  params: object({ table: table(), filters: filters(1), match: match(), values: values() }),
  fields: { ...choosingFields, values: tableFields.values },
  ports: { fixed: ['main'] },
  uses: ['tables'],
  async run({ params, use }) {
    const query = { filters: readFilters(params.filters), match: params.match }
    const changed = await use.tables.update(params.table, query, readValues(params.values))
    return { data: { changed }, effects: toldRows('table.updated', changed, 'changed in', params.table) }
  },
})
