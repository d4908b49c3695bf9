export { signatureRoutes } from './signatures.routes.ts'
