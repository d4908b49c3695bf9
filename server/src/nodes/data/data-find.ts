import { integer, object, optional, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { choosingFields, filters, match, readFilters, sort, table } from './table-params.ts'

export const dataFind = defineNode({
  type: 'data.find',
  version: 1,
  group: 'data',
  effect: 'none',
  title: { en: 'Find rows', fr: 'Chercher des lignes' },
  description: {
    en: 'Looks for rows of a table. Goes on at "found" or at "none".',
    fr: "Cherche des lignes d'une table. Continue à « found » ou à « none ».",
  },
  params: object({
    table: table(),
    filters: withDefault(filters(0), []),
    match: match(),
    sort: optional(sort()),
    limit: withDefault(integer(1, 500), 100),
  }),
  fields: {
    ...choosingFields,
    sort: field('Order', 'Ordre'),
    'sort.column': field('Column', 'Colonne'),
    'sort.direction': field('Direction', 'Sens'),
    limit: field('At most', 'Au plus'),
  },
  ports: { fixed: ['found', 'none'] },
  uses: ['tables'],
  async run({ params, use }) {
    const { sort: order } = params
    const rows = await use.tables.find(params.table, {
      filters: readFilters(params.filters),
      match: params.match,
      limit: params.limit,
      ...(order ? { sort: { column: order.column, direction: order.direction ?? 'asc' } } : {}),
    })
    const [first = null] = rows
    return { port: first ? 'found' : 'none', data: { rows, first, count: rows.length } }
  },
})
