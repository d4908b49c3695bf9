import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, own, privateFolder, startDaemon, writeCertificate } from './daemon.ts'
import { type MailUser, userOf } from './dovecot.ts'
import { eximConfig } from './exim-config.ts'

export type Exim = {
  host: string
  /** Submission with STARTTLS. */
  smtpPort: number
  /** Implicit TLS. */
  smtpsPort: number
  certificate: string
  pid: number
  user(name: string): MailUser
  /** Exim's log: one line per arrival, delivery or rejection. */
  log(): string
  stop(): Promise<void>
}

export type EximOptions = {
  /** Receives mail for `…@mail.test`; from `startDovecot`. */
  dovecot: { lmtpPort: number }
  users?: string[]
  /** Access tokens that XOAUTH2 accepts, by user. */
  tokens?: Record<string, string>
  /** Enables XOAUTH2: Exim calls `/check?token=…` on this port, which returns `{active, email}`. */
  oauth?: { port: number }
  /** Such as `100K`; announced as SIZE. */
  sizeLimit?: string
}

/**
 * Starts a private Exim for submission. Recipients with these local parts, at any domain, trigger a reply:
 * `reject550`, `reject-policy550` and `defer451` at RCPT; `reject-data554`, `defer-data451` and `slow-data`
 * (3 s) after the body; `bounce` is accepted, and a real DSN is returned to the sender. Domains other than
 * mail.test bounce as well: nothing ever leaves the machine.
 */
export async function startExim(options: EximOptions): Promise<Exim> {
  const folder = privateFolder('mw-exim-')
  const [smtpPort = 0, smtpsPort = 0] = await freePorts(2)
  const certificate = writeCertificate(folder)
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    own(join(folder, name))
  }
  const users = (options.users ?? ['ada']).map(userOf)
  write('users', users.map((user) => `${user.username}: ${user.password}\n`).join(''))
  const tokens = Object.fromEntries(
    Object.entries(options.tokens ?? {}).map(([name, token]) => [userOf(name).username, token]),
  )
  write(
    'tokens',
    Object.entries(tokens)
      .map((entry) => `${entry.join(': ')}\n`)
      .join(''),
  )
  mkdirSync(join(folder, 'spool'))
  own(join(folder, 'spool'))
  write(
    'exim.conf',
    eximConfig({
      folder,
      smtpPort,
      smtpsPort,
      lmtpPort: options.dovecot.lmtpPort,
      certificate,
      tokens,
      oauthPort: options.oauth?.port,
      sizeLimit: options.sizeLimit ?? '50M',
    }),
  )
  const log = () => {
    const read = (name: string) => {
      try {
        return readFileSync(join(folder, name), 'utf8')
      } catch {
        return ''
      }
    }
    return read('mainlog') + read('paniclog')
  }
  const command = ['exim4', '-C', join(folder, 'exim.conf'), '-bdf', '-q1h']
  const daemon = await startDaemon({ command, folder, ports: [smtpPort, smtpsPort] })
  return {
    host: 'localhost',
    smtpPort,
    smtpsPort,
    certificate: readFileSync(certificate.cert, 'utf8'),
    pid: daemon.pid,
    user: userOf,
    log,
    stop: daemon.stop,
  }
}
