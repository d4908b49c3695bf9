/** The address is private, and no administrator has allowed it. */
export class OutboundBlocked extends Error {
  readonly host: string
  readonly port: number

  // The address behind a name is not told: an answer that names it would map the inner network.
  constructor(host: string, port: number) {
    const shown = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
    super(
      `${shown}:${port} is not a public address. An administrator can allow it with MAILWRIGHT_OUTBOUND_ALLOW.`,
    )
    this.name = 'OutboundBlocked'
    this.host = host
    this.port = port
  }
}

/** The name has no address, or is no name at all. */
export class HostNotFound extends Error {
  readonly host: string
  /** The name server did not answer: asking again may help. */
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

/** The call was allowed and did not succeed. */
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
