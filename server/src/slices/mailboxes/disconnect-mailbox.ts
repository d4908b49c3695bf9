import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { type AuditRecord, actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { wakeOwner } from './lease/lease.store.ts'
import { lockConnected, lockMailbox, type MailboxRow, setDisconnected } from './mailboxes.store.ts'
import type { MailboxPorts } from './ports.ts'
import { dropResyncs } from './requests.store.ts'

export type DisconnectDeps = { live: Live; vault: Vault; ports: MailboxPorts }
type Actor = Pick<AuditRecord, 'actorKind' | 'actorMemberId' | 'ip'>

/** Stops all activity on a mailbox whose row the transaction has locked. The new epoch fences off the current mirror. */
export async function shutDown(db: Db, { vault, ports }: DisconnectDeps, mailbox: MailboxRow) {
  const { id, memberId, secretId } = mailbox
  const disarmedWorkflows = await ports.disarmWorkflows(db, memberId, id)
  await setDisconnected(db, id)
  await dropResyncs(db, id)
  const removed = secretId !== null && (await vault.remove(db, secretId))
  await wakeOwner(db, id)
  return { disarmedWorkflows, credential: removed ? ('deleted' as const) : ('none' as const) }
}

async function disconnect(db: Db, deps: DisconnectDeps, actor: Actor, mailbox: MailboxRow) {
  const { id, memberId, address, provider } = mailbox
  const result = await shutDown(db, deps, mailbox)
  await notify(db, deps.live, {
    memberId,
    kind: 'mailbox.removed',
    severity: 'warning',
    params: {
      mailboxId: id,
      address,
      mode: 'disconnected',
      unpublishedWorkflows: result.disarmedWorkflows,
    },
    link: `/mailboxes/${id}`,
  })
  await recordEntry(db, {
    ...actor,
    action: 'mailbox.disconnected',
    targetKind: 'mailbox',
    targetId: id,
    details: { address, provider },
  })
  deps.live.publish(db, {
    memberId,
    type: 'mailbox.updated',
    data: { mailboxId: id, status: 'disconnected' },
  })
  return result
}

/** Idempotent. */
export async function disconnectMailbox(
  db: Db,
  deps: DisconnectDeps,
  call: { caller: Caller; ip: string },
  id: string,
) {
  const mailbox = await lockMailbox(db, call.caller.memberId, id)
  if (!mailbox) throw fault('mailbox.not_found')
  const summary = { mailboxId: mailbox.id, address: mailbox.address }
  if (mailbox.status === 'disconnected')
    return { ...summary, disarmedWorkflows: 0, credential: 'none' as const }
  return { ...summary, ...(await disconnect(db, deps, actorOf(call), mailbox)) }
}

/** Disconnects all mailboxes of a suspended member; returns their number. */
export async function pauseMailboxes(db: Db, deps: DisconnectDeps, memberId: string): Promise<number> {
  const mailboxes = await lockConnected(db, memberId)
  const system = { actorKind: 'system' as const, actorMemberId: null, ip: null }
  for (const mailbox of mailboxes) await disconnect(db, deps, system, mailbox)
  return mailboxes.length
}
