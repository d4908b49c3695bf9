import type { client } from '../../api/client.ts'

/** One server as the form shows it. */
export type Server = { host: string; port: number; secure: boolean }
export type Servers = { imap: Server; smtp: Server }

type Detected = Awaited<ReturnType<typeof client.mailboxSetup.autodetect>>

export const defaultServers: Servers = {
  imap: { host: '', port: 993, secure: true },
  smtp: { host: '', port: 465, secure: true },
}

/** The servers that were found, with the usual ports for what is missing; undefined if nothing was found. */
export function serversOf(found: Detected | undefined): Servers | undefined {
  if (!found?.imapHost || !found.smtpHost) return undefined
  return {
    imap: { host: found.imapHost, port: found.imapPort ?? 993, secure: found.imapSecure ?? true },
    smtp: { host: found.smtpHost, port: found.smtpPort ?? 465, secure: found.smtpSecure ?? true },
  }
}

const usualPorts = { imap: { tls: 993, startTls: 143 }, smtp: { tls: 465, startTls: 587 } }

/** Changes the encryption, and the port with it where it was the usual one. */
export function withSecurity(kind: 'imap' | 'smtp', server: Server, secure: boolean): Server {
  const { tls, startTls } = usualPorts[kind]
  const isUsual = server.port === tls || server.port === startTls
  return { ...server, secure, port: isUsual ? (secure ? tls : startTls) : server.port }
}
