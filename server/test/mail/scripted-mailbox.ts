import { encodeName } from '../../src/protocols/imap/utf7.ts'
import { inSet, splitArguments } from './imap-wire.ts'
import { messageReplies } from './scripted-messages.ts'
import {
  folderNamed,
  highestUid,
  type ImapCommand,
  type ImapPeer,
  modseqOf,
  uidNextOf,
} from './scripted-types.ts'

// The default replies of the scripted IMAP server: a small mailbox in memory that the test may change at any time.

function select({ args }: ImapCommand, peer: ImapPeer) {
  const found = folderNamed(peer, splitArguments(args)[0] ?? '')
  if (!found) return peer.no('[NONEXISTENT] no such mailbox')
  const [name, folder] = found
  peer.selected = name
  peer.send('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)', `* ${folder.messages.length} EXISTS`)
  peer.send('* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] ok')
  if (folder.uidValidity !== null) peer.send(`* OK [UIDVALIDITY ${folder.uidValidity}] ok`)
  peer.send(`* OK [UIDNEXT ${uidNextOf(folder)}] ok`)
  if (peer.server.capabilities.includes('CONDSTORE')) peer.send(`* OK [HIGHESTMODSEQ ${modseqOf(folder)}] ok`)
  const qresync = /QRESYNC \((\d+) (\d+)/.exec(args)
  if (qresync && Number(qresync[1]) === folder.uidValidity) {
    if (folder.vanished?.length) peer.send(`* VANISHED (EARLIER) ${folder.vanished.join(',')}`)
  }
  peer.ok('[READ-WRITE] selected')
}

function list(peer: ImapPeer) {
  for (const [name, folder] of Object.entries(peer.server.folders)) {
    const attributes = (folder.attributes ?? []).join(' ')
    const delimiter = folder.delimiter ?? '/'
    peer.send(`* LIST (${attributes}) "${delimiter}" "${encodeName(name).replace(/["\\]/g, '\\$&')}"`)
  }
  peer.ok()
}

function status({ args }: ImapCommand, peer: ImapPeer) {
  const [wireName = '', requested = ''] = splitArguments(args)
  const found = folderNamed(peer, wireName)
  if (!found) return peer.no('[NONEXISTENT] no such mailbox')
  const [, folder] = found
  const values: Record<string, number | null> = {
    MESSAGES: folder.messages.length,
    UIDNEXT: uidNextOf(folder),
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: folder.messages.filter(({ flags }) => !flags?.includes('\\Seen')).length,
    HIGHESTMODSEQ: modseqOf(folder),
  }
  const reported = Object.entries(values).filter(([key, value]) => requested.includes(key) && value !== null)
  peer.send(
    `* STATUS "${wireName.replace(/["\\]/g, '\\$&')}" (${reported.map((entry) => entry.join(' ')).join(' ')})`,
  )
  peer.ok()
}

function search({ args }: ImapCommand, peer: ImapPeer) {
  const folder = peer.server.folders[peer.selected ?? '']
  if (!folder) return peer.bad('no mailbox selected')
  const parts = splitArguments(args)
  const set = parts[parts.findIndex((word) => word.toUpperCase() === 'UID') + 1]
  const header = /HEADER/i.test(args) ? (parts.at(-1) ?? '') : null
  const larger = Number(/LARGER (\d+)/i.exec(args)?.[1] ?? -1)
  const hits = folder.messages.filter(
    ({ uid, source }) =>
      Buffer.byteLength(source) > larger &&
      (!/\bUID\b/i.test(args) || inSet(set ?? '', uid, highestUid(folder))) &&
      (header === null || source.toString().toLowerCase().includes(header.toLowerCase())),
  )
  peer.send(`* SEARCH ${hits.map(({ uid }) => uid).join(' ')}`.trimEnd())
  peer.ok()
}

const capability = (peer: ImapPeer) => {
  peer.send(`* CAPABILITY ${peer.server.capabilities.join(' ')}`)
  peer.ok()
}

const replies: Record<string, (command: ImapCommand, peer: ImapPeer) => void> = {
  CAPABILITY: (_command, peer) => capability(peer),
  ID: (_command, peer) => {
    peer.send('* ID ("name" "scripted")')
    peer.ok()
  },
  ENABLE: ({ args }, peer) => {
    peer.send(
      `* ENABLED ${args
        .split(' ')
        .filter((one) => peer.server.capabilities.includes(one))
        .join(' ')}`.trimEnd(),
    )
    peer.ok()
  },
  NAMESPACE: (_command, peer) => {
    peer.send('* NAMESPACE (("" "/")) NIL NIL')
    peer.ok()
  },
  SELECT: select,
  EXAMINE: select,
  LIST: (_command, peer) => list(peer),
  LSUB: (_command, peer) => peer.ok(),
  STATUS: status,
  'UID SEARCH': search,
  IDLE: ({ tag }, peer) => {
    peer.idleTag = tag
    peer.send('+ idling')
  },
  LOGOUT: (_command, peer) => {
    peer.send('* BYE see you')
    peer.ok()
    peer.cut()
  },
}
for (const name of ['LOGIN', 'AUTHENTICATE', 'NOOP', 'CLOSE', 'UNSELECT', 'CHECK', 'SUBSCRIBE', 'CREATE'])
  replies[name] = (_command, peer) => peer.ok()

export function replyByDefault(command: ImapCommand, peer: ImapPeer) {
  const reply = replies[command.name] ?? messageReplies[command.name]
  if (reply) reply(command, peer)
  else peer.bad(`unknown command: ${command.name}`)
}
