import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'

export type Provider = 'google' | 'microsoft' | 'imap'

/** `secure`: TLS from the first byte. Else the connection is upgraded (STARTTLS) where the server can. */
export type MailServer = { host: string; port: number; secure: boolean }

/** Where a mailbox lives and under which name: what is stored in the clear. */
export type MailServers = {
  imap: MailServer
  smtp: MailServer
  username: string
  allowInvalidCertificate: boolean
}

export type Login = { password: string } | { accessToken: string }

/** A server with all that it takes to sign in, as the protocols take it. Never logged. */
export const imapAccount = (servers: MailServers, login: Login): ImapAccount => ({
  ...servers.imap,
  username: servers.username,
  auth: 'password' in login ? { kind: 'password', ...login } : { kind: 'xoauth2', ...login },
  allowInvalidCertificate: servers.allowInvalidCertificate,
})
export const smtpAccount = (servers: MailServers, login: Login): SmtpAccount => ({
  ...servers.smtp,
  auth: { user: servers.username, ...login },
  allowInvalidCertificate: servers.allowInvalidCertificate,
})

/** What a provider granted us. */
export type Grant = { accessToken: string; refreshToken: string; expiresAt: string }

/** What a secret holds, as JSON. */
export type Secret = { password: string } | Grant

export type StoredAccount = { provider: Provider; servers: MailServers; secretId: string | null }

export const secretOwner = (mailboxId: string) => ({ ownerKind: 'mailbox', ownerId: mailboxId })
