import { type LiveMessage, liveEvents } from '@mailwright/contract/live'
import { grants } from '@mailwright/contract/scopes'
import type { WebSocket } from 'ws'
import type { Caller } from '../http/call.ts'
import { type Client, type ClosingKind, createClient } from './client.ts'
import type { Audience, Closing } from './parcel.ts'
import type { Held, Standing } from './standing.ts'

const credentialOf = ({ via }: Caller) => (via.kind === 'key' ? via.keyId : via.sessionId)

function isFor(caller: Caller, to: Audience): boolean {
  if ('memberId' in to) return caller.memberId === to.memberId
  if ('everyone' in to) return true
  // As on administrators' routes: the role, and for a key the scope as well.
  return caller.role === 'admin' && (caller.via.kind === 'session' || grants(caller.via.scopes, 'admin:read'))
}

function mayHear({ via }: Caller, type: LiveMessage['type']): boolean {
  if (via.kind === 'session') return true
  // A newer process may speak of types that this one does not know.
  const scope = liveEvents[type] as (typeof liveEvents)[typeof type] | undefined
  return scope === null || (scope !== undefined && grants(via.scopes, scope))
}

const isOf = ({ via, memberId }: Caller, whose: Closing) => {
  if ('memberId' in whose) return memberId === whose.memberId
  if ('sessionId' in whose) return via.kind === 'session' && via.sessionId === whose.sessionId
  return via.kind === 'key' && via.keyId === whose.keyId
}

function heldBy(clients: Client[]): Held {
  const sessionIds = new Set<string>()
  const keyIds = new Set<string>()
  for (const { caller } of clients)
    (caller.via.kind === 'key' ? keyIds : sessionIds).add(credentialOf(caller))
  return { sessionIds: [...sessionIds], keyIds: [...keyIds] }
}

/** The sockets of this process. */
export function createHub(onCount: (open: number) => void) {
  const byMember = new Map<string, Set<Client>>()
  let size = 0
  const all = () => [...byMember.values()].flatMap((clients) => [...clients])
  const count = (change: number) => {
    size += change
    onCount(size)
  }
  const remove = (client: Client) => {
    const { memberId } = client.caller
    const clients = byMember.get(memberId)
    if (!clients?.delete(client)) return
    if (clients.size === 0) byMember.delete(memberId)
    count(-1)
  }
  return {
    countOf: (memberId: string) => byMember.get(memberId)?.size ?? 0,
    add(socket: WebSocket, caller: Caller) {
      const clients = byMember.get(caller.memberId) ?? new Set()
      byMember.set(caller.memberId, clients.add(createClient(socket, caller, remove)))
      count(1)
    },
    send(to: Audience, message: LiveMessage) {
      const clients = 'memberId' in to ? [...(byMember.get(to.memberId) ?? [])] : all()
      const hearers = clients.filter(({ caller }) => isFor(caller, to) && mayHear(caller, message.type))
      if (hearers.length === 0) return
      const { type, at, data } = message
      const bytes = Buffer.from(JSON.stringify({ type, at, data }))
      for (const client of hearers) client.send(bytes)
    },
    close(whose: Closing) {
      for (const client of all()) if (isOf(client.caller, whose)) client.close('ended')
    },
    ping() {
      for (const client of all()) client.ping()
    },
    /** Closes those whose session or key has ended, or whose role has changed. */
    async recheck(find: (held: Held) => Promise<Standing[]>) {
      const clients = all()
      if (clients.length === 0) return
      const standing = new Map((await find(heldBy(clients))).map(({ id, role }) => [id, role]))
      for (const client of clients)
        if (standing.get(credentialOf(client.caller)) !== client.caller.role) client.close('ended')
    },
    closeAll(why: ClosingKind) {
      for (const client of all()) client.close(why)
    },
  }
}
export type Hub = ReturnType<typeof createHub>
