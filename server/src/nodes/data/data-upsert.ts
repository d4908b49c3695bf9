import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { readValues, table, tableFields, toldRows, values } from './table-params.ts'

export const dataUpsert = defineNode({
  type: 'data.upsert',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Add or change a row', fr: 'Ajouter ou modifier une ligne' },
  description: {
    en: 'Changes the row with the same key; adds it when there is none.',
    fr: "Modifie la ligne de même clé ; l'ajoute s'il n'y en a pas.",
  },
  params: object({ table: table(), values: values() }),
  fields: { table: tableFields.table, values: tableFields.values },
  ports: { fixed: ['main'] },
  uses: ['tables'],
  async run({ params, use }) {
    const { row, created } = await use.tables.upsert(params.table, readValues(params.values))
    const effects = created
      ? toldRows('table.inserted', 1, 'added to', params.table)
      : toldRows('table.updated', 1, 'changed in', params.table)
    return { data: { row, created }, effects }
  },
})
