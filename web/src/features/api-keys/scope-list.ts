import type { Scope } from '@mailwright/contract/scopes'

export const resources = [
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
] as const satisfies readonly (Scope extends `${infer R}:${string}` ? R : never)[]
export type Resource = (typeof resources)[number]

export type Access = 'none' | 'read' | 'write' | 'all'
export type Grants = Partial<Record<Resource, Access>>

const suffixes = { read: 'read', write: 'write', all: '*' } as const

/** The scopes of a choice. `write` alone does not grant reading. */
export const scopesOf = (grants: Grants, signals: boolean): Scope[] => [
  ...resources.flatMap((resource): Scope[] => {
    const access = grants[resource] ?? 'none'
    return access === 'none' ? [] : [`${resource}:${suffixes[access]}`]
  }),
  ...(signals ? (['signals:write'] as const) : []),
]
