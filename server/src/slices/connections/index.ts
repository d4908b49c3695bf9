export { applyConnection } from './apply-connection.ts'
export { connectionExists, holdConnections } from './connection-exists.ts'
export { createConnections } from './connections.slice.ts'
export { ConnectionUnusable, openSecret } from './open-secret.ts'
