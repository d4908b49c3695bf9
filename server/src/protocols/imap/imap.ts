/**
 * IMAP for the mirror: one connection per session, UIDs only, no database. Public entry of this folder.
 *
 *     const session = await openImap(account, { resolve: outbound.resolve, log })
 *     const folders = await session.listFolders({ withStatus: true })
 *     const inbox = await session.open('INBOX')
 *     const report = await inbox.fetchSources(await inbox.uids(), { maxBytes, onMessage: store })
 *     await inbox.idle({ signal, onChange: () => wakeUp() })
 *     await session.close()
 *
 * How to stay in sync with the server:
 * - After `open`, compare `uidValidity` with the stored one. If it differs or is null, discard the folder's UIDs.
 * - Call `changesSince(stored highestModseq)`. If it returns null, compare everything with `fetchFlags()`. If
 *   `vanished` is null, call `findMissing(known)`.
 * - Call `uids({ from: highest known + 1 })` for new messages, then `fetchSources`.
 * - Only then store the folder's `highestModseq` as of `open`. Later changes come with the next `open`, which costs
 *   one round trip: open the folder again whenever `idle` reports a change.
 * - `idle` reports a message that arrives between `open` and `idle` at once.
 *
 * Every failure is an `ImapFault` with a `kind` and a `remedy`: `transient` (retry with back-off), `auth` (ask for new
 * credentials, do not retry) or `permanent`. After `closed` the session is unusable. Errors thrown by `resolve` or
 * `onMessage` pass unchanged (`HostNotFound` becomes a fault).
 *
 * A session runs one call at a time; calls wait for each other and interrupt `idle` while they run.
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
