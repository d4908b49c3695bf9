import { createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

type SmtpPeer = {
  /** Whole lines; CRLF is added. */
  send(...lines: string[]): void
  cut(): void
  reset(): void
}
type SmtpMail = { from: string; recipients: string[]; source: Buffer }

/**
 * By verb (`EHLO`, `AUTH`, `MAIL`, `RCPT`, `DATA`, `RSET`, `QUIT`), and `BODY` for the end of the message.
 * `defaultReply()` sends the default reply; a handler that does nothing swallows the command.
 */
export type SmtpHandler = (line: string, peer: SmtpPeer, defaultReply: () => void) => void | Promise<void>

export type ScriptedSmtp = {
  host: string
  port: number
  on: Record<string, SmtpHandler>
  commands: string[]
  /** Messages accepted with the default reply. */
  mails: SmtpMail[]
  /** Messages received completely, whatever the reply. */
  received: SmtpMail[]
  accepted(): number
  stop(): Promise<void>
}
export type ScriptedSmtpOptions = {
  greeting?: string | null
  /** The EHLO keywords: `AUTH PLAIN LOGIN`, `SIZE 1000`, `8BITMIME` … */
  extensions?: string[]
  on?: Record<string, SmtpHandler>
}

type Session = { from: string; recipients: string[]; body: Buffer | null; login: number }

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

function replyByDefault(line: string, session: Session, peer: SmtpPeer, extensions: string[]) {
  const verb = line.slice(0, 4).toUpperCase()
  if (session.login > 0) {
    session.login -= 1
    return peer.send(session.login ? '334 UGFzc3dvcmQ6' : '235 2.7.0 welcome')
  }
  if (verb === 'EHLO') {
    const lines = ['scripted', ...extensions]
    return peer.send(...lines.map((text, at) => `250${at === lines.length - 1 ? ' ' : '-'}${text}`))
  }
  if (verb === 'AUTH') {
    session.login = /^AUTH LOGIN$/i.test(line) ? 2 : /^AUTH \S+$/i.test(line) ? 1 : 0
    return peer.send(session.login === 2 ? '334 VXNlcm5hbWU6' : session.login ? '334 ' : '235 2.7.0 welcome')
  }
  if (verb === 'MAIL') Object.assign(session, { from: addressIn(line), recipients: [] })
  if (verb === 'RCPT') session.recipients.push(addressIn(line))
  if (verb === 'DATA') {
    session.body = Buffer.alloc(0)
    return peer.send('354 go on')
  }
  if (verb === 'QUIT') {
    peer.send('221 bye')
    return peer.cut()
  }
  peer.send('250 2.0.0 ok')
}

function serve(socket: Socket, scripted: ScriptedSmtp, extensions: string[]): SmtpPeer {
  const session: Session = { from: '', recipients: [], body: null, login: 0 }
  let buffered = Buffer.alloc(0)
  const peer: SmtpPeer = {
    send: (...lines) => void socket.write(lines.map((line) => `${line}\r\n`).join('')),
    cut: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  }
  const command = async (line: string) => {
    scripted.commands.push(line)
    const defaultReply = () => replyByDefault(line, session, peer, extensions)
    const handler = scripted.on[line.slice(0, 4).toUpperCase()]
    await (handler && session.login === 0 ? handler(line, peer, defaultReply) : defaultReply())
  }
  const body = async (source: Buffer) => {
    const mail = { from: session.from, recipients: session.recipients, source }
    scripted.received.push(mail)
    const defaultReply = () => {
      scripted.mails.push(mail)
      peer.send('250 2.0.0 queued')
    }
    await (scripted.on.BODY ? scripted.on.BODY('', peer, defaultReply) : defaultReply())
  }
  const step = async (): Promise<void> => {
    for (;;) {
      const text = session.body === null ? buffered : Buffer.concat([Buffer.from('\r\n'), buffered])
      const end = text.indexOf(session.body === null ? '\r\n' : '\r\n.\r\n')
      if (end < 0) return
      const found = text.subarray(session.body === null ? 0 : 2, Math.max(end, session.body === null ? 0 : 2))
      buffered = text.subarray(end + (session.body === null ? 2 : 5))
      if (session.body === null) await command(found.toString())
      else {
        session.body = null
        await body(Buffer.from(found.toString('latin1').replace(/^\.\./gm, '.'), 'latin1'))
      }
    }
  }
  let queue = Promise.resolve()
  socket.on('data', (chunk: Buffer) => {
    queue = queue.then(() => {
      buffered = Buffer.concat([buffered, chunk])
      return step()
    })
  })
  return peer
}

/** A scriptable SMTP server that accepts everything by default. */
export async function startScriptedSmtp(options: ScriptedSmtpOptions = {}): Promise<ScriptedSmtp> {
  let accepted = 0
  const tcp = createServer({ noDelay: true }, (socket) => {
    accepted += 1
    const peer = serve(socket, scripted, options.extensions ?? ['8BITMIME', 'AUTH PLAIN LOGIN XOAUTH2'])
    if (options.greeting !== null) peer.send(options.greeting ?? '220 scripted ESMTP')
  })
  const scripted: ScriptedSmtp = {
    host: '127.0.0.1',
    port: 0,
    on: options.on ?? {},
    commands: [],
    mails: [],
    received: [],
    accepted: () => accepted,
    stop: async () => {},
  }
  return Object.assign(scripted, await listen(tcp))
}
