import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, own, privateFolder, startDaemon, writeCertificate } from './daemon.ts'
import { type DovecotOptions, dovecotConfig, oauthConfig } from './dovecot-config.ts'
import { dropIntoMaildir, maildirOf, type Source } from './maildir.ts'

export type MailUser = { username: string; password: string; address: string }

export type Dovecot = {
  host: string
  imapPort: number
  imapsPort: number
  lmtpPort: number
  /** PEM, self-signed for localhost, mail.test and 127.0.0.1. */
  certificate: string
  pid: number
  user(name: string): MailUser
  /** Writes into the Maildir like a local delivery agent: visible to IDLE, thousands per second. */
  deliver(name: string, source: Source | Source[], options?: DeliverOptions): Promise<void>
  maildir(name: string, folder?: string): string
  log(): string
  stop(): Promise<void>
}
type DeliverOptions = { folder?: string; flags?: string; date?: Date }

const domain = 'mail.test'
export const userOf = (name: string): MailUser => ({
  username: `${name}@${domain}`,
  password: `secret-${name}`,
  address: `${name}@${domain}`,
})

/**
 * Starts a private Dovecot on free ports in well under a second:
 *
 *     const dovecot = await startDovecot({ users: ['ada', 'bob'] })
 *     await dovecot.deliver('ada', plainMail({ seed: 1 }))
 *     const account = { host: 'localhost', port: dovecot.imapPort, ...dovecot.user('ada') }
 *     await dovecot.stop()
 */
export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const folder = privateFolder('mw-dovecot-')
  const [imap = 0, imaps = 0, lmtp = 0] = await freePorts(3)
  const certificate = writeCertificate(folder)
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    own(join(folder, name))
  }
  const users = (options.users ?? ['ada']).map(userOf)
  write('users', users.map((user) => `${user.username}:{PLAIN}${user.password}\n`).join(''))
  if (options.oauth) write('oauth2.conf', oauthConfig(options.oauth.introspectionUrl))
  write('dovecot.conf', dovecotConfig({ folder, ports: { imap, imaps, lmtp }, certificate }, options))
  for (const name of ['run', 'mail']) {
    mkdirSync(join(folder, name))
    own(join(folder, name))
  }
  const log = () => readFileSync(join(folder, 'dovecot.log'), 'utf8')
  const command = ['dovecot', '-F', '-c', join(folder, 'dovecot.conf')]
  const daemon = await startDaemon({ command, folder, ports: [imap, lmtp] })
  const maildir = (name: string, path?: string) =>
    maildirOf(join(folder, 'mail', name), path, options.separator ?? '/')
  return {
    host: 'localhost',
    imapPort: imap,
    imapsPort: imaps,
    lmtpPort: lmtp,
    certificate: readFileSync(certificate.cert, 'utf8'),
    pid: daemon.pid,
    user: userOf,
    deliver: (name, source, how = {}) =>
      dropIntoMaildir(maildir(name, how.folder), Array.isArray(source) ? source : [source], how),
    maildir,
    log,
    stop: daemon.stop,
  }
}
