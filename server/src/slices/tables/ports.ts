import type { Live } from '../../platform/live/live.ts'
import type { Limits } from './table.ts'

export type TableDeps = { live: Pick<Live, 'publish'>; limits: Limits }
