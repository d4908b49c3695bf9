export { createApiKeys, createKeyFinder } from './api-keys.slice.ts'
export { findLiveKeys } from './api-keys.store.ts'
