import type { Config } from '../../platform/config/read-config.ts'
import type { TableDeps } from './ports.ts'
import type { Limits } from './table.ts'
import { tableRoutes } from './tables.routes.ts'

type LimitSettings = Pick<Config, 'maxTables' | 'maxTableColumns' | 'maxTableRows' | 'maxCellChars'>

export const tableLimitsOf = (config: LimitSettings): Limits => ({
  maxTables: config.maxTables,
  maxColumns: config.maxTableColumns,
  maxRows: config.maxTableRows,
  maxCellChars: config.maxCellChars,
})

export const createTables = (deps: TableDeps) => ({ routes: tableRoutes(deps) })
