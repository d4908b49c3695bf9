export { createSignatures } from './signatures.slice.ts'
export { findVisibleSignature, signatureIsVisible } from './signatures.store.ts'
