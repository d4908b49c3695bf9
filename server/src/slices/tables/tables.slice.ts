import type { Config } from '../../platform/config/read-config.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Limits } from './table.ts'
import { tableCron } from './tables.jobs.ts'
import { tableRoutes } from './tables.routes.ts'
import { createTableUse, type TableUse } from './use-rows.ts'

type LimitSettings = Pick<Config, 'maxTables' | 'maxTableColumns' | 'maxTableRows' | 'maxCellChars'>

const tableLimitsOf = (config: LimitSettings): Limits => ({
  maxTables: config.maxTables,
  maxColumns: config.maxTableColumns,
  maxRows: config.maxTableRows,
  maxCellChars: config.maxCellChars,
})

type TablesDeps = { config: LimitSettings; live: Live }

/** `use` gives other parts of the service access to rows. */
export function createTables({ config, live }: TablesDeps): Slice & { use: TableUse } {
  const deps = { live, limits: tableLimitsOf(config) }
  return { routes: tableRoutes(deps), cron: tableCron, use: createTableUse(deps) }
}
