import { createServer, type Socket } from 'node:net'
import { commandReader } from './imap-wire.ts'
import { listen } from './listen.ts'
import { usualAnswer } from './scripted-mailbox.ts'
import type { ImapCommand, ImapHandler, ImapPeer, ScriptedFolder, ScriptedImap } from './scripted-types.ts'

export type ScriptedImapOptions = {
  /** `* OK ready` unless told; null keeps silent. */
  greeting?: string | null
  capabilities?: string[]
  folders?: Record<string, ScriptedFolder>
  /** By command, such as `UID FETCH` or `LOGIN`; may be changed while it runs. */
  on?: Record<string, ImapHandler>
}

const modern =
  'IMAP4rev1 SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS CONDSTORE QRESYNC MOVE LITERAL+ SPECIAL-USE AUTH=PLAIN'
const twoWords = /^(UID) +(\w+) ?/i

function commandOf(line: string): ImapCommand {
  const [, tag = '*', rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
  const two = twoWords.exec(rest)
  const name = (two ? `${two[1]} ${two[2]}` : (rest.split(' ')[0] ?? '')).toUpperCase()
  return { tag, name, args: two ? rest.slice(two[0].length) : rest.slice(name.length + 1) }
}

function peerOf(socket: Socket, server: ScriptedImap): ImapPeer & { answering: string } {
  const send = (...lines: (string | Buffer)[]) => {
    for (const line of lines) socket.write(typeof line === 'string' ? `${line}\r\n` : line)
  }
  const peer = {
    answering: '*',
    send,
    ok: (text = 'done') => send(`${peer.answering} OK ${text}`),
    no: (text: string) => send(`${peer.answering} NO ${text}`),
    bad: (text: string) => send(`${peer.answering} BAD ${text}`),
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
 * An IMAP server that does what the test says. Without a script it is a small ordinary one with the folders
 * given; `on` replaces the answer to a command:
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
    const answer = async (line: string) => {
      if (line.toUpperCase() === 'DONE' && peer.idleTag) {
        peer.answering = peer.idleTag
        peer.idleTag = null
        return (scripted.on.DONE ?? ((_c, _p, usual) => usual()))(
          { tag: peer.answering, name: 'DONE', args: '' },
          peer,
          () => peer.ok(),
        )
      }
      const command = commandOf(line)
      scripted.commands.push(line.slice(command.tag.length + 1))
      peer.answering = command.tag
      const usual = () => usualAnswer(command, peer)
      const handler = scripted.on[command.name]
      await (handler ? handler(command, peer, usual) : usual())
    }
    // One after the other, as the protocol has it.
    let queue = Promise.resolve()
    const read = commandReader(
      (line) => {
        queue = queue.then(() => answer(line))
      },
      () => peer.send('+ go on'),
    )
    socket.on('data', read)
    if (options.greeting !== null) peer.send(options.greeting ?? '* OK ready')
  })
  const scripted: ScriptedImap = {
    host: '127.0.0.1',
    port: 0,
    capabilities: options.capabilities ?? modern.split(' '),
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
