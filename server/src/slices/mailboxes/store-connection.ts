import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { type MailServers, type Secret, secretOwner } from './account.ts'
import { wakeOwner } from './lease/lease.store.ts'
import {
  insertMailbox,
  lockByAddress,
  type MailboxRow,
  type Provider,
  reactivateMailbox,
  setSecret,
} from './mailboxes.store.ts'
import type { MailboxPorts } from './ports.ts'

export type ConnectDeps = { live: Live; vault: Vault; ports: MailboxPorts }
type Connection = { provider: Provider; address: string; servers: MailServers; secret: Secret }
type Found = MailboxRow & { created: boolean }

/** The member's row for this address, locked: a new one, or the one that was there. */
async function findOrInsert(db: Db, memberId: string, c: Connection): Promise<Found> {
  // More than once only if somebody deletes it between the two statements.
  for (const _attempt of [1, 2, 3]) {
    const created = await insertMailbox(db, { id: newId(), memberId, ...c })
    const row = await lockByAddress(db, memberId, c.address)
    if (row) return { ...row, created }
  }
  throw new Error('the mailbox could be neither inserted nor found')
}

async function storeSecret(db: Db, vault: Vault, mailbox: Found, secret: Secret) {
  const value = JSON.stringify(secret)
  const owner = secretOwner(mailbox.id)
  if (mailbox.secretId && (await vault.replace(db, mailbox.secretId, owner, value))) return
  await setSecret(db, mailbox.id, await vault.put(db, { ...owner, value }))
}

/** Writes down a connection that was tried and works: new, replaced or taken up again. */
export async function storeConnection(
  db: Db,
  { live, vault, ports }: ConnectDeps,
  call: { caller: Caller; ip: string },
  connection: Connection,
) {
  const { memberId } = call.caller
  // Trying the servers took its time: the member may have been suspended meanwhile.
  if (!(await ports.lockMember(db, memberId))) throw fault('auth.unauthenticated')
  const mailbox = await findOrInsert(db, memberId, connection)
  const { id, address, created } = mailbox
  if (!created) await reactivateMailbox(db, id, connection.provider, connection.servers)
  await storeSecret(db, vault, mailbox, connection.secret)
  if (mailbox.status === 'error')
    await notify(db, live, {
      memberId,
      kind: 'mailbox.recovered',
      severity: 'info',
      params: { mailboxId: id, address },
    })
  await recordEntry(db, {
    ...actorOf(call),
    action: 'mailbox.connected',
    targetKind: 'mailbox',
    targetId: id,
    details: { address, provider: connection.provider, created },
  })
  live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId: id, status: 'active' } })
  await wakeOwner(db, id)
  return { mailboxId: id, address, created }
}
