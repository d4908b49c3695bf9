export const operators = [
  'eq',
  'ne',
  'contains',
  'startsWith',
  'lt',
  'lte',
  'gt',
  'gte',
  'empty',
  'notEmpty',
] as const
export type Operator = (typeof operators)[number]

export type Condition = { column: string; op: Operator; value?: string | number | boolean }

/** Which rows of a table the address asks for, and in which order. */
export type TableSearch = {
  q?: string
  sort?: string
  dir?: 'desc'
  filter?: Condition[]
  match?: 'any'
}

const text = (value: unknown) => {
  const shown = typeof value === 'number' ? String(value) : value
  return typeof shown === 'string' && shown.trim() !== '' ? shown : undefined
}

function readCondition(given: unknown): Condition[] {
  const { column, op, value } = (given ?? {}) as Record<string, unknown>
  const known = operators.find((one) => one === op)
  if (typeof column !== 'string' || !known) return []
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return [{ column, op: known, ...(isValue && { value }) }]
}

export function readTableSearch(search: Record<string, unknown>): TableSearch {
  const [q, sort] = [text(search.q), text(search.sort)]
  const filter = Array.isArray(search.filter) ? search.filter.flatMap(readCondition).slice(0, 20) : []
  return {
    ...(q && { q }),
    ...(sort && { sort, ...(search.dir === 'desc' && { dir: 'desc' as const }) }),
    ...(filter.length > 0 && { filter }),
    ...(filter.length > 1 && search.match === 'any' && { match: 'any' as const }),
  }
}

/** The filters as the service takes them. */
export const filterQuery = ({ q, filter, match }: TableSearch) => ({
  ...(q && { q }),
  ...(filter && { filter: JSON.stringify(filter) }),
  ...(match && { match }),
})
