export { applyConnection } from './apply-connection.ts'
export { createConnections } from './connections.slice.ts'
export { ConnectionUnusable, openSecret } from './open-secret.ts'
export {
  findUsableConnections as connectionExists,
  lockConnections,
} from './usable-connections.ts'
