export type { Cell, Filter, Match, Row, Values } from './table.ts'
export { tableCron } from './tables.jobs.ts'
export { createTables, tableLimitsOf } from './tables.slice.ts'
export { createTableUse, type RowChoice, type RowQuery, type TableUse } from './use-rows.ts'
