const shown = (host: string, port: number) =>
  `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`

/** The address is private and not allowed by the administrator. */
export class OutboundBlocked extends Error {
  readonly host: string
  readonly port: number

  // Does not reveal the address of a name, which would map the internal network.
  constructor(host: string, port: number, reason = privateAddress) {
    super(`${shown(host, port)} ${reason}`)
    this.name = 'OutboundBlocked'
    this.host = host
    this.port = port
  }
}

const privateAddress =
  'is not a public address. An administrator can allow it with MAILWRIGHT_OUTBOUND_ALLOW.'

/** A mail server is not open to other calls: commands for it could be hidden in an HTTP request. */
export class MailPortClosed extends OutboundBlocked {
  constructor(host: string, port: number) {
    super(host, port, 'belongs to a mail server and can be reached as one only.')
  }
}

/** The name has no address, or is not a valid name. */
export class HostNotFound extends Error {
  readonly host: string
  /** The name server did not answer: retrying may help. */
  readonly temporary: boolean

  constructor(host: string, options: { temporary?: boolean; cause?: unknown } = {}) {
    super(`The host ${JSON.stringify(host.slice(0, 255))} was not found.`, { cause: options.cause })
    this.name = 'HostNotFound'
    this.host = host
    this.temporary = options.temporary ?? false
  }
}

export type OutboundFailure =
  | 'bad_request'
  | 'unreachable'
  | 'tls_failed'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'redirected'

/** The call was allowed and failed. */
export class OutboundFailed extends Error {
  readonly kind: OutboundFailure

  constructor(kind: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundFailed'
    this.kind = kind
  }
}

export const isOutboundError = (error: unknown): error is OutboundBlocked | HostNotFound | OutboundFailed =>
  error instanceof OutboundBlocked || error instanceof HostNotFound || error instanceof OutboundFailed
