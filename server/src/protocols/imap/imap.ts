/**
 * IMAP, as the mirror needs it: one connection a session, UIDs only, no database. The door of this folder.
 *
 *     const session = await openImap(account, { resolve: outbound.resolve, log })
 *     const folders = await session.listFolders({ withStatus: true })
 *     const inbox = await session.open('INBOX')
 *     const report = await inbox.fetchSources(await inbox.uids(), { maxBytes, onMessage: store })
 *     await inbox.idle({ signal, onChange: () => wakeUp() })
 *     await session.close()
 *
 * How to stay equal to the server:
 * - After `open`, compare `uidValidity` with the stored one. Other, or null: forget the UIDs of the folder.
 * - `changesSince(stored highestModseq)`; null means: compare everything with `fetchFlags()`. `vanished` null
 *   means: ask `missingOf(known)`.
 * - `uids({ from: highest known + 1 })` for what is new, then `fetchSources`.
 * - Only then store the `highestModseq` of the folder, as it was at `open`. What happened since comes with
 *   the next `open`, which costs one round trip: open the folder again whenever `idle` tells of a change.
 * - A mail that comes between `open` and `idle` is told by `idle` at once.
 *
 * Everything fails as an `ImapFault`, whose `kind` says what, and whose `remedy` says what helps: `transient`
 * (wait, with growing pauses), `auth` (ask for new credentials; do not try again and again) or `permanent`.
 * After `closed` the session is of no more use. Errors that `resolve` or `onMessage` throw pass unchanged
 * (`HostNotFound` becomes a fault).
 *
 * A session does one thing at a time; calls wait for each other, and interrupt `idle` for as long as they take.
 */
export { ImapFault } from './fault.ts'
export { idleTimes } from './idle.ts'
export { openImap, probeImap } from './session.ts'

export type {
  FetchedMessage,
  FolderChange,
  FolderRole,
  FolderStatus,
  ImapAccount,
  ImapOptions,
  ImapSession,
  MessageFlags,
  MoveResult,
  OpenFolder,
} from './types.ts'
