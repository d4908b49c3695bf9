import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import { incidentRoutes } from './incidents.routes.ts'

export const createIncidents = ({ live }: { live: Live }): Slice => ({ routes: incidentRoutes(live) })
