import { signatureRoutes } from './signatures.routes.ts'

export const createSignatures = () => ({ routes: signatureRoutes() })
