export { createAuth, createSessionFinder } from './auth.slice.ts'
export { deleteSession, deleteSessions, findLiveSessions, findSessions } from './auth.store.ts'
export { ensureAdministrator, offerSetup } from './set-up.ts'
