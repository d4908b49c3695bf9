export { createIncidents } from './incidents.slice.ts'
export { type Failure, openIncident } from './open-incident.ts'
