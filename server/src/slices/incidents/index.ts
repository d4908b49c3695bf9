export { anonymise } from './anonymise.ts'
export { createIncidents } from './incidents.slice.ts'
export { findAdministratorIds } from './incidents.store.ts'
export { type Failure, openIncident, openMailboxIncident } from './open-incident.ts'
