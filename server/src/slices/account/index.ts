export { createAccount } from './account.slice.ts'
