import type { Live } from '../../platform/live/live.ts'
import { accountRoutes } from './account.routes.ts'

export const createAccount = ({ live }: { live: Live }) => ({ routes: accountRoutes(live) })
