import { object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { filters, match, readFilters, selectionFields, table } from './table-params.ts'

export const dataCount = defineNode({
  type: 'data.count',
  version: 1,
  group: 'data',
  effect: 'none',
  title: { en: 'Count rows', fr: 'Compter des lignes' },
  description: {
    en: 'Counts the rows of a table that match the conditions.',
    fr: "Compte les lignes d'une table qui correspondent aux conditions.",
  },
  params: object({ table: table(), filters: withDefault(filters(0), []), match: match() }),
  fields: selectionFields,
  ports: { fixed: ['main'] },
  uses: ['tables'],
  scopes: ['tables:read'],
  async run({ params, use }) {
    const query = { filters: readFilters(params.filters), match: params.match }
    return { data: { count: await use.tables.count(params.table, query) } }
  },
})
