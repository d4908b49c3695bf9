import { decodeName } from '../../server/src/protocols/imap/utf7.ts'
import { splitArguments } from '../../server/test/mail/imap-wire.ts'
import { startScriptedImap } from '../../server/test/mail/scripted-imap.ts'
import {
  addMail,
  folderNamed,
  type ImapHandler,
  nextModseq,
  type ScriptedFolder,
  type ScriptedImap,
} from '../../server/test/mail/scripted-types.ts'
import { partOf } from './mime-part.ts'

// An IMAP server with one account in memory: the tests' scripted server, and what it leaves out.

export type ImapAccount = {
  host: string
  port: number
  /** Stores a mail; clients that idle on the folder are told. */
  store(folder: string, mail: { source: Buffer; flags?: string[]; date: Date }): void
  stop(): Promise<void>
}

// Without QRESYNC: the server keeps no list of what was removed. Without AUTH=PLAIN: clients use LOGIN.
const capabilities = 'IMAP4rev1 SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS CONDSTORE MOVE LITERAL+ SPECIAL-USE'

const newFolder = (attributes: string[] = []): ScriptedFolder => ({
  uidValidity: 1,
  uidNext: 1,
  highestModseq: 1,
  messages: [],
  attributes,
})

const login =
  (username: string, password: string): ImapHandler =>
  ({ args }, peer, defaultReply) => {
    const [user, given] = splitArguments(args)
    if (user === username && given === password) return defaultReply()
    peer.no('[AUTHENTICATIONFAILED] The user name or the password is wrong.')
  }

/** Single parts: attachments and inline images. */
const fetchPart: ImapHandler = ({ args }, peer, defaultReply) => {
  const [, uid, part = '', length] = /^(\d+) \(UID BODY\.PEEK\[([\d.]+)\]<0\.(\d+)>\)/i.exec(args) ?? []
  if (uid === undefined) return defaultReply()
  const { messages } = peer.server.folders[peer.selected ?? ''] ?? newFolder()
  const at = messages.findIndex((mail) => mail.uid === Number(uid))
  const found = messages[at] && partOf(Buffer.from(messages[at].source), part)
  if (found) {
    const bytes = found.subarray(0, Number(length))
    peer.send(
      Buffer.concat([
        Buffer.from(`* ${at + 1} FETCH (UID ${uid} BODY[${part}]<0> {${bytes.length}}\r\n`),
        bytes,
        Buffer.from(')\r\n'),
      ]),
    )
  }
  peer.ok()
}

const append: ImapHandler = ({ args }, peer) => {
  const given = splitArguments(args)
  const [name, folder] = folderNamed(peer, given[0] ?? '') ?? []
  if (!folder || name === undefined) return peer.no('[TRYCREATE] no such mailbox')
  const flags = /^\((.*)\)$/.exec(given[1] ?? '')?.[1]?.split(' ') ?? []
  const source = Buffer.from(given.at(-1) ?? '', 'latin1')
  const { uid } = addMail(folder, { source, flags, date: new Date(), modseq: nextModseq(folder) })
  peer.ok(`[APPENDUID ${folder.uidValidity} ${uid}] done`)
}

const create: ImapHandler = ({ args }, peer) => {
  const name = decodeName(splitArguments(args)[0] ?? '')
  if (peer.server.folders[name]) return peer.no('[ALREADYEXISTS] the mailbox exists')
  peer.server.folders[name] = newFolder()
  peer.ok()
}

const remove: ImapHandler = ({ args }, peer) => {
  const [name] = folderNamed(peer, splitArguments(args)[0] ?? '') ?? []
  if (name === undefined) return peer.no('[NONEXISTENT] no such mailbox')
  delete peer.server.folders[name]
  peer.ok()
}

const rename: ImapHandler = ({ args }, peer) => {
  const [from = '', to = ''] = splitArguments(args)
  const [name, folder] = folderNamed(peer, from) ?? []
  if (!folder || name === undefined) return peer.no('[NONEXISTENT] no such mailbox')
  delete peer.server.folders[name]
  peer.server.folders[decodeName(to)] = folder
  peer.ok()
}

function announce(server: ScriptedImap, name: string, folder: ScriptedFolder) {
  for (const peer of server.peers)
    if (peer.idleTag && peer.selected === name) peer.send(`* ${folder.messages.length} EXISTS`)
}

export async function startImapAccount(username: string, password: string): Promise<ImapAccount> {
  const folders: Record<string, ScriptedFolder> = {
    INBOX: newFolder(),
    Sent: newFolder(['\\Sent']),
    Drafts: newFolder(['\\Drafts']),
    Archive: newFolder(['\\Archive']),
    Junk: newFolder(['\\Junk']),
    Trash: newFolder(['\\Trash']),
  }
  const server = await startScriptedImap({
    greeting: '* OK Lumen mail is ready',
    capabilities: capabilities.split(' '),
    folders,
    on: {
      LOGIN: login(username, password),
      'UID FETCH': fetchPart,
      APPEND: append,
      CREATE: create,
      DELETE: remove,
      RENAME: rename,
    },
  })
  return {
    host: server.host,
    port: server.port,
    store: (name, mail) => {
      const folder = folders[name]
      if (!folder) throw new Error(`there is no folder ${name}`)
      addMail(folder, { ...mail, modseq: nextModseq(folder) })
      announce(server, name, folder)
    },
    stop: server.stop,
  }
}
