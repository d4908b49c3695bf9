import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'

export type Provider = 'google' | 'microsoft' | 'imap'

/** `secure`: implicit TLS. Otherwise the connection is upgraded with STARTTLS if the server supports it. */
export type MailServer = { host: string; port: number; secure: boolean }

/** Servers and user name of a mailbox; stored unencrypted. */
export type MailServers = {
  imap: MailServer
  smtp: MailServer
  username: string
  allowInvalidCertificate: boolean
}

export type Login = { password: string } | { accessToken: string }

/** Server address and credentials in the form the protocol clients expect. Must never be logged. */
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

/** The tokens a provider has issued for a mailbox. */
export type Grant = { accessToken: string; refreshToken: string; expiresAt: string }

/** The JSON value stored encrypted in the vault. */
export type Secret = { password: string } | Grant

export type StoredAccount = { provider: Provider; servers: MailServers; secretId: string | null }

export const secretOwner = (mailboxId: string) => ({ ownerKind: 'mailbox', ownerId: mailboxId })
