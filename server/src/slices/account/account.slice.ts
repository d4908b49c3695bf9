import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { accountRoutes } from './account.routes.ts'

export const createAccount = ({ live }: { live: Live }): Slice => ({ routes: accountRoutes(live) })
