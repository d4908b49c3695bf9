import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { saveBaseline } from '../messages/index.ts'
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
import type { Baseline } from './mirror/read-baseline.ts'
import type { MailboxPorts } from './ports.ts'
import { provesAddress } from './prove-address.ts'

export type ConnectDeps = {
  live: Live
  vault: Vault
  ports: MailboxPorts
  /** Mail servers that prove any address, in lower case. */
  trustedServers: readonly string[]
}
type Connection = {
  provider: Provider
  address: string
  servers: MailServers
  secret: Secret
  /** Where new mail begins, as read before. */
  baseline: Baseline | undefined
}
type Found = MailboxRow & { created: boolean }

/** Inserts or finds the member's row for this address, and locks it. */
async function findOrInsert(
  db: Db,
  memberId: string,
  c: Connection & { addressProven: boolean },
): Promise<Found> {
  // Retries only if the row is deleted between the two statements.
  for (const _attempt of [1, 2, 3]) {
    const created = await insertMailbox(db, { id: newId(), memberId, ...c })
    const row = await lockByAddress(db, memberId, c.address)
    if (row) return { ...row, created }
  }
  throw new Error('failed to insert or find the mailbox')
}

async function storeSecret(db: Db, vault: Vault, mailbox: Found, secret: Secret) {
  const value = JSON.stringify(secret)
  const owner = secretOwner(mailbox.id)
  if (mailbox.secretId && (await vault.replace(db, mailbox.secretId, owner, value))) return
  await setSecret(db, mailbox.id, await vault.put(db, { ...owner, value }))
}

/** Stores a successfully probed connection: a new, replaced or reactivated mailbox. */
export async function storeConnection(
  db: Db,
  { live, vault, ports, trustedServers }: ConnectDeps,
  call: { caller: Caller; ip: string },
  connection: Connection,
) {
  const { memberId } = call.caller
  // The member may have been suspended during the probe.
  if (!(await ports.lockMember(db, memberId))) throw fault('auth.unauthenticated')
  const stored = { ...connection, addressProven: provesAddress(connection, trustedServers) }
  const mailbox = await findOrInsert(db, memberId, stored)
  const { id, address, created } = mailbox
  if (!created) await reactivateMailbox(db, id, stored)
  if (connection.baseline) await saveBaseline(db, id, connection.baseline)
  await storeSecret(db, vault, mailbox, connection.secret)
  if (mailbox.status === 'error')
    await notify(db, live, {
      memberId,
      kind: 'mailbox.recovered',
      severity: 'info',
      params: { mailboxId: id, address },
      link: `/mailboxes/${id}`,
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
