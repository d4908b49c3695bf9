export { createAuth, createSessionFinder } from './auth.slice.ts'
export { deleteSession, deleteSessions, findLiveSessions, findSessions, purgeSessions } from './auth.store.ts'
export { addAuthPages } from './pages/add-pages.ts'
export { createConfiguredAdministrator, offerSetup } from './set-up.ts'
