import type { Outbound } from '../../platform/outbound/outbound.ts'

export type SmtpAuth = { user: string; password: string } | { user: string; accessToken: string }

export type SmtpAccount = {
  host: string
  port: number
  /** Implicit TLS (RFC 8314 3.3); otherwise STARTTLS, which is optional only for loopback. */
  secure: boolean
  auth?: SmtpAuth
  allowInvalidCertificate?: boolean
  /** Certificates to trust instead of the system's. */
  ca?: string
  /** The EHLO name; an address literal reveals nothing about the internal network (RFC 5321 4.1.3). */
  clientName?: string
}

/** Opens connections: platform/outbound, or a test double. */
export type Network = Pick<Outbound, 'connect'>

export type SmtpTimeouts = {
  /** For the connection and the TLS handshake. */
  connectMs: number
  /** For the reply to a command. */
  replyMs: number
  /** For the server to accept a block of the message. */
  blockMs: number
  /** For the reply to the whole message: ten minutes (RFC 5321 4.5.3.2.6), since giving up leaves the outcome unknown. */
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
