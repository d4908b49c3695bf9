import { encodeFolderName } from './maildir.ts'

export type ImapCommand = { tag: string; name: string; args: string }

/** One connection, as the script sees it. */
export type ImapPeer = {
  /** Whole lines, CRLF is added; a Buffer goes out as it is. */
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

/** `usual()` gives the ordinary answer; a handler that does nothing swallows the command. */
export type ImapHandler = (command: ImapCommand, peer: ImapPeer, usual: () => void) => void | Promise<void>

export type ScriptedImap = {
  host: string
  port: number
  capabilities: string[]
  folders: Record<string, ScriptedFolder>
  on: Record<string, ImapHandler>
  /** Every command got, without its tag. */
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
  /** Gmail's, as people see them. */
  labels?: string[]
  threadId?: string
  /** Further FETCH items, such as `X-GM-LABELS (a b)`. */
  items?: string
}
export type ScriptedFolder = {
  /** null: the server does not tell. */
  uidValidity: number | null
  uidNext?: number
  highestModseq?: number
  messages: ScriptedMail[]
  /** UIDs that a QRESYNC SELECT reports as gone. */
  vanished?: number[]
  /** LIST attributes, such as `\\Noselect`. */
  attributes?: string[]
  delimiter?: string
}

export const highestUid = (folder: ScriptedFolder) => Math.max(0, ...folder.messages.map(({ uid }) => uid))
export const uidNextOf = (folder: ScriptedFolder) => folder.uidNext ?? highestUid(folder) + 1
export const modseqOf = (folder: ScriptedFolder) =>
  folder.highestModseq ?? Math.max(1, ...folder.messages.map(({ modseq }) => modseq ?? 1))

/** Where the folder says itself what comes next, that goes on. */
export function addMail(folder: ScriptedFolder, mail: Omit<ScriptedMail, 'uid'>): ScriptedMail {
  const added = { ...mail, uid: uidNextOf(folder) }
  folder.messages.push(added)
  if (folder.uidNext !== undefined) folder.uidNext = added.uid + 1
  return added
}
/** The number of the next change. */
export function nextModseq(folder: ScriptedFolder): number {
  const next = modseqOf(folder) + 1
  if (folder.highestModseq !== undefined) folder.highestModseq = next
  return next
}

/** By its name on the wire, which is modified UTF-7. */
export const folderNamed = (peer: ImapPeer, wireName: string): [string, ScriptedFolder] | undefined =>
  Object.entries(peer.server.folders).find(
    ([name]) =>
      encodeFolderName(name) === wireName || (name === 'INBOX' && wireName.toUpperCase() === 'INBOX'),
  )
