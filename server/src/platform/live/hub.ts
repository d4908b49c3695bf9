import { liveEvents } from '@mailwright/contract/live'
import { grants } from '@mailwright/contract/scopes'
import type { WebSocket } from 'ws'
import type { Caller } from '../http/call.ts'
import type { Audience, CloseTarget, WireMessage } from './broadcast.ts'
import { type Client, type ClosingKind, createClient } from './client.ts'
import type { CredentialIds, LiveCredential } from './live-credentials.ts'

const credentialOf = ({ via }: Caller) => (via.kind === 'key' ? via.keyId : via.sessionId)

function isFor(caller: Caller, to: Audience): boolean {
  if ('memberId' in to) return caller.memberId === to.memberId
  if ('everyone' in to) return true
  // As on admin routes: the role, and for a key also the scope.
  return caller.role === 'admin' && (caller.via.kind === 'session' || grants(caller.via.scopes, 'admin:read'))
}

function mayReceive({ via }: Caller, type: WireMessage['type']): boolean {
  if (via.kind === 'session') return true
  // A newer process may publish types that this one does not know.
  const scope = liveEvents[type] as (typeof liveEvents)[typeof type] | undefined
  return scope === null || (scope !== undefined && grants(via.scopes, scope))
}

const matches = ({ via, memberId }: Caller, target: CloseTarget) => {
  if ('memberId' in target) return memberId === target.memberId
  if ('sessionId' in target) return via.kind === 'session' && via.sessionId === target.sessionId
  return via.kind === 'key' && via.keyId === target.keyId
}

function credentialIdsOf(clients: Client[]): CredentialIds {
  const sessionIds = new Set<string>()
  const keyIds = new Set<string>()
  for (const { caller } of clients)
    (caller.via.kind === 'key' ? keyIds : sessionIds).add(credentialOf(caller))
  return { sessionIds: [...sessionIds], keyIds: [...keyIds] }
}

/** The open sockets of this process. */
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
    send(to: Audience, message: WireMessage) {
      const clients = 'memberId' in to ? [...(byMember.get(to.memberId) ?? [])] : all()
      const recipients = clients.filter(({ caller }) => isFor(caller, to) && mayReceive(caller, message.type))
      if (recipients.length === 0) return
      const { type, at, data } = message
      const bytes = Buffer.from(JSON.stringify({ type, at, data }))
      for (const client of recipients) client.send(bytes)
    },
    close(target: CloseTarget) {
      for (const client of all()) if (matches(client.caller, target)) client.close('ended')
    },
    ping() {
      for (const client of all()) client.ping()
    },
    /** Closes sockets whose session or key is no longer valid, or whose role has changed. */
    async recheck(find: (ids: CredentialIds) => Promise<LiveCredential[]>) {
      const clients = all()
      if (clients.length === 0) return
      const valid = new Map((await find(credentialIdsOf(clients))).map(({ id, role }) => [id, role]))
      for (const client of clients)
        if (valid.get(credentialOf(client.caller)) !== client.caller.role) client.close('ended')
    },
    closeAll(why: ClosingKind) {
      for (const client of all()) client.close(why)
    },
  }
}
export type Hub = ReturnType<typeof createHub>
