export { createAuth, createSessionFinder } from './auth.slice.ts'
export { deleteSession, deleteSessions, findSessions, purgeSessions } from './auth.store.ts'
export { createConfiguredAdministrator, offerSetup } from './set-up.ts'
