import type { Outbound } from '../../platform/outbound/outbound.ts'

export type SmtpAuth = { user: string; password: string } | { user: string; accessToken: string }

export type SmtpAccount = {
  host: string
  port: number
  /** TLS from the first byte (RFC 8314 3.3); otherwise STARTTLS, without which only loopback is spoken to. */
  secure: boolean
  auth?: SmtpAuth
  allowInvalidCertificate?: boolean
  /** Certificates to trust instead of the system's. */
  ca?: string
  /** What EHLO says; an address literal tells nothing about the inner network (RFC 5321 4.1.3). */
  clientName?: string
}

/** How connections are made: platform/outbound, or what a test puts in its place. */
export type Network = Pick<Outbound, 'connect'>

export type SmtpTimeouts = {
  /** For the connection, and for the TLS handshake. */
  connectMs: number
  /** For the answer to a command. */
  replyMs: number
  /** For the peer to take a block of the mail. */
  blockMs: number
  /** For the answer to the whole mail: ten minutes (RFC 5321 4.5.3.2.6), since giving up leaves it unknown. */
  endMs: number
}

export const sendingTimeouts: SmtpTimeouts = {
  connectMs: 10_000,
  replyMs: 60_000,
  blockMs: 60_000,
  endMs: 600_000,
}
export const probeTimeouts: SmtpTimeouts = {
  connectMs: 10_000,
  replyMs: 10_000,
  blockMs: 10_000,
  endMs: 10_000,
}
