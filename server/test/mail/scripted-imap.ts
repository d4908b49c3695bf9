import { createServer, type Socket } from 'node:net'
import { createCommandReader } from './imap-wire.ts'
import { listen } from './listen.ts'
import { replyByDefault } from './scripted-mailbox.ts'
import type { ImapCommand, ImapHandler, ImapPeer, ScriptedFolder, ScriptedImap } from './scripted-types.ts'

export type ScriptedImapOptions = {
  /** `* OK ready` by default; null sends none. */
  greeting?: string | null
  capabilities?: string[]
  folders?: Record<string, ScriptedFolder>
  /** By command, such as `UID FETCH` or `LOGIN`; may be changed at any time. */
  on?: Record<string, ImapHandler>
}

const defaultCapabilities =
  'IMAP4rev1 SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS CONDSTORE QRESYNC MOVE LITERAL+ SPECIAL-USE AUTH=PLAIN'
const uidCommand = /^(UID) +(\w+) ?/i

function commandOf(line: string): ImapCommand {
  const [, tag = '*', rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
  const two = uidCommand.exec(rest)
  const name = (two ? `${two[1]} ${two[2]}` : (rest.split(' ')[0] ?? '')).toUpperCase()
  return { tag, name, args: two ? rest.slice(two[0].length) : rest.slice(name.length + 1) }
}

function peerOf(socket: Socket, server: ScriptedImap): ImapPeer & { currentTag: string } {
  const send = (...lines: (string | Buffer)[]) => {
    for (const line of lines) socket.write(typeof line === 'string' ? `${line}\r\n` : line)
  }
  const peer = {
    currentTag: '*',
    send,
    ok: (text = 'done') => send(`${peer.currentTag} OK ${text}`),
    no: (text: string) => send(`${peer.currentTag} NO ${text}`),
    bad: (text: string) => send(`${peer.currentTag} BAD ${text}`),
    bye: (text: string) => {
      send(`* BYE ${text}`)
      socket.end()
    },
    cut: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    server,
    selected: null as string | null,
    idleTag: null as string | null,
  }
  return peer
}

/**
 * A scriptable IMAP server. By default it is a small ordinary server with the given folders; `on` overrides the
 * reply to a command:
 *
 *     const peer = await startScriptedImap({
 *       folders: { INBOX: { uidValidity: 1, messages: [{ uid: 1, source: plainMail({ seed: 1 }) }] } },
 *       on: { 'UID FETCH': (_command, peer) => peer.no('[THROTTLED] slow down') },
 *     })
 */
export async function startScriptedImap(options: ScriptedImapOptions = {}): Promise<ScriptedImap> {
  let accepted = 0
  const tcp = createServer({ noDelay: true }, (socket) => {
    accepted += 1
    const peer = peerOf(socket, scripted)
    scripted.peers.add(peer)
    socket.once('close', () => scripted.peers.delete(peer))
    const handle = async (line: string) => {
      if (line.toUpperCase() === 'DONE' && peer.idleTag) {
        peer.currentTag = peer.idleTag
        peer.idleTag = null
        return (scripted.on.DONE ?? ((_c, _p, defaultReply) => defaultReply()))(
          { tag: peer.currentTag, name: 'DONE', args: '' },
          peer,
          () => peer.ok(),
        )
      }
      const command = commandOf(line)
      scripted.commands.push(line.slice(command.tag.length + 1))
      peer.currentTag = command.tag
      const defaultReply = () => replyByDefault(command, peer)
      const handler = scripted.on[command.name]
      await (handler ? handler(command, peer, defaultReply) : defaultReply())
    }
    // Sequential, as the protocol requires.
    let queue = Promise.resolve()
    const read = createCommandReader(
      (line) => {
        queue = queue.then(() => handle(line))
      },
      () => peer.send('+ go on'),
    )
    socket.on('data', read)
    if (options.greeting !== null) peer.send(options.greeting ?? '* OK ready')
  })
  const scripted: ScriptedImap = {
    host: '127.0.0.1',
    port: 0,
    capabilities: options.capabilities ?? defaultCapabilities.split(' '),
    folders: options.folders ?? { INBOX: { uidValidity: 1, messages: [] } },
    on: options.on ?? {},
    commands: [],
    peers: new Set(),
    accepted: () => accepted,
    stop: async () => {},
  }
  Object.assign(scripted, await listen(tcp))
  return scripted
}
