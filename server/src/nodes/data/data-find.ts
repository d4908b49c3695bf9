import { integer, object, optional, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { filters, match, readFilters, selectionFields, sort, table } from './table-params.ts'

export const dataFind = defineNode({
  type: 'data.find',
  version: 1,
  group: 'data',
  effect: 'none',
  title: { en: 'Find rows', fr: 'Rechercher des lignes' },
  description: {
    en: 'Finds rows in a table. Continues with "found" or "none".',
    fr: 'Recherche des lignes dans une table. Continue par « found » ou « none ».',
  },
  params: object({
    table: table(),
    filters: withDefault(filters(0), []),
    match: match(),
    sort: optional(sort()),
    limit: withDefault(integer(1, 500), 100),
  }),
  fields: {
    ...selectionFields,
    sort: field('Sort', 'Tri'),
    'sort.column': field('Column', 'Colonne'),
    'sort.direction': field('Direction', 'Sens'),
    limit: field('Limit', 'Nombre maximal'),
  },
  ports: { fixed: ['found', 'none'] },
  uses: ['tables'],
  scopes: ['tables:read'],
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
