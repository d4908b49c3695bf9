import type { Slice } from '../../platform/slice.ts'
import { signatureRoutes } from './signatures.routes.ts'

export const createSignatures = (): Slice => ({ routes: signatureRoutes() })
