export { createSignatures } from './signatures.slice.ts'
export { signatureIsVisible } from './signatures.store.ts'
