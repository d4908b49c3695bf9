export { createIncidents } from './incidents.slice.ts'
export { type Failure, type MailboxTrouble, openIncident, openMailboxIncident } from './open-incident.ts'
