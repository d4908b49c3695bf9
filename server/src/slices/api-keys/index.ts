export { createApiKeys, createKeyFinder } from './api-keys.slice.ts'
