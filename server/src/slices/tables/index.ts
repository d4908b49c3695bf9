export type { Filter, Values } from './table.ts'
export { createTables } from './tables.slice.ts'
export { createTableUse, type TableUse } from './use-rows.ts'
