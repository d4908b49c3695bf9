export { createApiKeys, createKeyFinder } from './api-keys.slice.ts'
export { dropAdminScopes, findLiveKeys } from './api-keys.store.ts'
