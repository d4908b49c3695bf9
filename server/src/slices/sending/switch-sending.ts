import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import type { SendingPorts } from './ports.ts'
import { releaseHeldItems, releaseSuspendedItems } from './sweep-outbox.ts'
import { isSwitchedOn, type SwitchScope, setSwitch } from './switches.store.ts'

type Deps = { live: Live; ports: Pick<SendingPorts, 'findMailbox'>; enabled: boolean }
type ActingCaller = { caller: Caller; ip: string }

async function setEnabled(
  db: Db,
  { live, enabled: setting }: Deps,
  by: ActingCaller,
  scope: SwitchScope,
  enabled: boolean,
) {
  await setSwitch(db, scope, enabled, by.caller.memberId)
  await recordEntry(db, {
    ...actorOf(by),
    action: enabled ? 'sending.enabled' : 'sending.disabled',
    targetKind: scope ? 'mailbox' : 'instance',
    targetId: scope,
  })
  if (enabled && setting) await releaseHeldItems(db, live)
  return { enabled: enabled && (setting || scope !== null) }
}

/** Mail is sent only while both the setting and the switch are on. */
export const readInstanceSwitch = async (db: Db, { enabled }: Deps) => ({
  enabled: enabled && (await isSwitchedOn(db, null)),
})
export const setInstanceSwitch = (db: Db, deps: Deps, by: ActingCaller, enabled: boolean) =>
  setEnabled(db, deps, by, null, enabled)

async function findOwn(db: Db, { ports }: Deps, { memberId }: Caller, id: string) {
  const mailbox = isUuid(id) ? await ports.findMailbox(db, memberId, id) : undefined
  if (!mailbox) throw fault('mailbox.not_found')
  return mailbox
}
export const readMailboxSwitch = async (db: Db, deps: Deps, caller: Caller, id: string) => ({
  enabled: await isSwitchedOn(db, (await findOwn(db, deps, caller, id)).id),
})
export async function setMailboxSwitch(db: Db, deps: Deps, by: ActingCaller, id: string, enabled: boolean) {
  const mailbox = await findOwn(db, deps, by.caller, id)
  // While the mailbox is disconnected, a released mail would fail.
  if (enabled && mailbox.status === 'active') await releaseSuspendedItems(db, deps.live, mailbox.id)
  return setEnabled(db, deps, by, mailbox.id, enabled)
}
