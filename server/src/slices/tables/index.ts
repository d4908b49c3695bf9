export type { Filter, Values } from './table.ts'
export { tableCron } from './tables.jobs.ts'
export { createTables, tableLimitsOf } from './tables.slice.ts'
export { createTableUse, type TableUse } from './use-rows.ts'
