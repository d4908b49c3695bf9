export { anonymise } from './anonymise.ts'
export { createIncidents } from './incidents.slice.ts'
export { type Failure, openIncident, openMailboxIncident } from './open-incident.ts'
