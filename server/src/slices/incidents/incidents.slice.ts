import type { Live } from '../../platform/live/live.ts'
import { incidentRoutes } from './incidents.routes.ts'

export const createIncidents = ({ live }: { live: Live }) => ({ routes: incidentRoutes(live) })
