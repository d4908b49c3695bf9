import { encodeName } from '../../src/protocols/imap/utf7.ts'

export type ImapCommand = { tag: string; name: string; args: string }

/** One connection from the script's point of view. */
export type ImapPeer = {
  /** Whole lines, to which CRLF is added; a Buffer is sent unchanged. */
  send(...lines: (string | Buffer)[]): void
  /** Ends the command: `<tag> OK …`. */
  ok(text?: string): void
  no(text: string): void
  bad(text: string): void
  bye(text: string): void
  cut(): void
  reset(): void
  server: ScriptedImap
  selected: string | null
  idleTag: string | null
}

/** `defaultReply()` sends the default reply; a handler that does nothing swallows the command. */
export type ImapHandler = (
  command: ImapCommand,
  peer: ImapPeer,
  defaultReply: () => void,
) => void | Promise<void>

export type ScriptedImap = {
  host: string
  port: number
  capabilities: string[]
  folders: Record<string, ScriptedFolder>
  on: Record<string, ImapHandler>
  /** Every received command, without its tag. */
  commands: string[]
  peers: Set<ImapPeer>
  accepted(): number
  stop(): Promise<void>
}

export type ScriptedMail = {
  uid: number
  source: Buffer | string
  flags?: string[]
  modseq?: number
  date?: Date
  /** Gmail labels, decoded. */
  labels?: string[]
  threadId?: string
  /** Additional FETCH items, such as `X-GM-LABELS (a b)`. */
  items?: string
}
export type ScriptedFolder = {
  /** null if the server sends none. */
  uidValidity: number | null
  uidNext?: number
  highestModseq?: number
  messages: ScriptedMail[]
  /** UIDs that a QRESYNC SELECT reports as expunged. */
  vanished?: number[]
  /** LIST attributes, such as `\\Noselect`. */
  attributes?: string[]
  delimiter?: string
}

export const highestUid = (folder: ScriptedFolder) => Math.max(0, ...folder.messages.map(({ uid }) => uid))
export const uidNextOf = (folder: ScriptedFolder) => folder.uidNext ?? highestUid(folder) + 1
export const modseqOf = (folder: ScriptedFolder) =>
  folder.highestModseq ?? Math.max(1, ...folder.messages.map(({ modseq }) => modseq ?? 1))

/** Also advances an explicit `uidNext`. */
export function addMail(folder: ScriptedFolder, mail: Omit<ScriptedMail, 'uid'>): ScriptedMail {
  const added = { ...mail, uid: uidNextOf(folder) }
  folder.messages.push(added)
  if (folder.uidNext !== undefined) folder.uidNext = added.uid + 1
  return added
}
/** Advances and returns the modification sequence. */
export function nextModseq(folder: ScriptedFolder): number {
  const next = modseqOf(folder) + 1
  if (folder.highestModseq !== undefined) folder.highestModseq = next
  return next
}

/** Finds a folder by its encoded name (modified UTF-7). */
export const folderNamed = (peer: ImapPeer, wireName: string): [string, ScriptedFolder] | undefined =>
  Object.entries(peer.server.folders).find(
    ([name]) => encodeName(name) === wireName || (name === 'INBOX' && wireName.toUpperCase() === 'INBOX'),
  )
