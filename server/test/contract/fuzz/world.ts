import { randomUUID } from 'node:crypto'
import { scopes } from '@mailwright/contract/scopes'
import { createKey, createMember, createSession } from '../../factories.ts'
import type { TestServer } from '../../server.ts'
import { fillIn, recordFor } from '../records.ts'
import type { CallerKind } from './case.ts'
import type { Operation } from './operations.ts'

/** The target of the requests: its callers, and the records that the ids in paths name. */
export type World = {
  url: string
  credentials(caller: CallerKind, operation: Operation): Promise<Record<string, string>>
  address(path: string): Promise<string>
}

const memberScopes = scopes.filter((scope) => !scope.startsWith('admin:'))
const cookie = (token: string) => ({ cookie: `mailwright_session=${token}` })

/** Our own server, with access to its database. */
export async function ownWorld(server: TestServer): Promise<World> {
  const admin = await createMember(server, { role: 'admin' })
  const member = await createMember(server)
  const { token } = await createKey(server.db, member.id, memberScopes)
  return {
    url: server.url,
    credentials: async (caller, { sessionOnly }) => {
      if (caller === 'nobody') return {}
      if (caller === 'key') return { authorization: `Bearer ${token}` }
      // Session operations may end the session that they are called with.
      return cookie(sessionOnly ? (await createSession(server.db, admin.id)).token : admin.sessionToken)
    },
    address: async (path) => {
      const [pattern = '', ...query] = path.split('?')
      const make = /\{\w+\}/.test(pattern) ? recordFor(pattern) : undefined
      return make ? [fillIn(pattern, await make(server, admin)), ...query].join('?') : path
    },
  }
}

/** A remote server, known by its address and a key; its record ids are unknown. */
export const foreignWorld = (url: string, key: string | undefined): World => ({
  url: url.replace(/\/$/, ''),
  credentials: async (caller) =>
    caller === 'nobody' || key === undefined ? {} : { authorization: `Bearer ${key}` },
  address: async (path) => path.replaceAll(/\{\w+\}/g, randomUUID()),
})
