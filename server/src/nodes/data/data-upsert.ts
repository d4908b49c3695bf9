import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { readValues, rowEffects, table, tableFields, values } from './table-params.ts'

export const dataUpsert = defineNode({
  type: 'data.upsert',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Add or update a row', fr: 'Ajouter ou modifier une ligne' },
  description: {
    en: 'Updates the row with the same key, or adds one if there is none.',
    fr: "Modifie la ligne qui a la même clé, ou l'ajoute s'il n'y en a pas.",
  },
  params: object({ table: table(), values: values() }),
  fields: { table: tableFields.table, values: tableFields.values },
  ports: { fixed: ['main'] },
  uses: ['tables'],
  batchKey: () => null,
  scopes: ['tables:read', 'tables:write'],
  async run({ params, use }) {
    const { row, created } = await use.tables.upsert(params.table, readValues(params.values))
    const effects = created
      ? rowEffects('table.inserted', 1, 'added to', params.table)
      : rowEffects('table.updated', 1, 'updated in', params.table)
    return { data: { row, created }, effects }
  },
})
