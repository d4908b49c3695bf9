import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { choosingFields, filters, match, readFilters, table, toldRows } from './table-params.ts'

export const dataDelete = defineNode({
  type: 'data.delete',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Remove rows', fr: 'Supprimer des lignes' },
  description: {
    en: 'Removes every row that fits the conditions. Without a condition it does not start.',
    fr: 'Supprime chaque ligne qui remplit les conditions. Sans condition, il ne démarre pas.',
  },
  params: object({ table: table(), filters: filters(1), match: match() }),
  fields: choosingFields,
  ports: { fixed: ['main'] },
  uses: ['tables'],
  async run({ params, use }) {
    const removed = await use.tables.remove(params.table, {
      filters: readFilters(params.filters),
      match: params.match,
    })
    return { data: { removed }, effects: toldRows('table.removed', removed, 'removed from', params.table) }
  },
})
