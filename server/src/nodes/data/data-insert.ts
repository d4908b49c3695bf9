import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { readValues, rowEffects, table, tableFields, values } from './table-params.ts'

export const dataInsert = defineNode({
  type: 'data.insert',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Add a row', fr: 'Ajouter une ligne' },
  description: { en: 'Adds a row to a table.', fr: 'Ajoute une ligne à une table.' },
  params: object({ table: table(), values: values() }),
  fields: { table: tableFields.table, values: tableFields.values },
  ports: { fixed: ['main'] },
  uses: ['tables'],
  batchKey: () => null,
  scopes: ['tables:write'],
  async run({ params, use }) {
    const row = await use.tables.insert(params.table, readValues(params.values))
    return { data: { row }, effects: rowEffects('table.inserted', 1, 'added to', params.table) }
  },
})
