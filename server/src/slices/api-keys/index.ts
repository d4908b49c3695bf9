export { callerByKey, createApiKeys } from './api-keys.slice.ts'
