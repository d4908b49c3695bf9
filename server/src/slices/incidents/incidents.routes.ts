import { incidents } from '@mailwright/contract/incidents'
import { implement } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { acknowledgeIncident } from './acknowledge-incident.ts'
import { listIncidents } from './list-incidents.ts'

export const incidentRoutes = (live: Live) =>
  implement(incidents, {
    list: ({ db, caller, query }) => listIncidents(db, caller, query),
    acknowledge: async ({ caller, params, statement }) =>
      acknowledgeIncident(await statement(), live, caller, params.id),
  })
