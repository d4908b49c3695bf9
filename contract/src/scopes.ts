import { choice } from './schema.ts'

export const scopeResources = [
  'workflows',
  'executions',
  'mailboxes',
  'messages',
  'tables',
  'contacts',
  'templates',
  'connections',
  'approvals',
  'notifications',
  'review',
  'analyzer',
  'assistant',
  'dashboard',
  'profile',
  'admin',
] as const
type Resource = (typeof scopeResources)[number]

export type Scope = `${Resource}:${'read' | 'write' | '*'}` | 'signals:write'
/** A scope that a route may require. */
export type RouteScope = `${Resource}:${'read' | 'write'}`

export const scopes: Scope[] = [
  ...scopeResources.flatMap((r): Scope[] => [`${r}:read`, `${r}:write`, `${r}:*`]),
  'signals:write',
]
export const ScopeValue = choice(...scopes)

/** `r:*` grants `r:read` and `r:write`. */
export const grants = (granted: readonly string[], required: RouteScope) =>
  granted.includes(required) || granted.includes(`${required.slice(0, required.indexOf(':'))}:*`)

export const reservedToAdministrators = (scope: string) => scope.startsWith('admin:')
