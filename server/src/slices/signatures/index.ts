export { createSignatures } from './signatures.slice.ts'
export { findVisibleSignature, findVisibleSignatureIds, signatureIsVisible } from './signatures.store.ts'
