export type ImapFaultKind =
  /** The host name does not resolve. */
  | 'host_not_found'
  /** No connection, no greeting, or the server reports an outage. */
  | 'unreachable'
  | 'tls_failed'
  | 'auth_failed'
  /** Too many connections or commands: retry later. */
  | 'throttled'
  /** The connection ended mid-session: BYE, a dropped socket, or too long a silence. */
  | 'closed'
  | 'folder_not_found'
  /** The server renumbered the folder while it was open: all known UIDs are invalid. */
  | 'uidvalidity_changed'
  /** The server rejected the command; the connection stays usable. */
  | 'refused'
  | 'protocol'

/** How to recover: retry later, wait for a configuration change, or ask for new credentials. */
export type ImapRemedy = 'transient' | 'permanent' | 'auth'

const remedies: Record<ImapFaultKind, ImapRemedy> = {
  host_not_found: 'permanent',
  unreachable: 'transient',
  tls_failed: 'permanent',
  auth_failed: 'auth',
  throttled: 'transient',
  closed: 'transient',
  folder_not_found: 'permanent',
  uidvalidity_changed: 'transient',
  refused: 'permanent',
  protocol: 'permanent',
}

type Details = {
  remedy?: ImapRemedy
  code?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** The message goes to logs and to the owner of the mailbox: it quotes the server, never a secret. */
export class ImapFault extends Error {
  readonly kind: ImapFaultKind
  readonly remedy: ImapRemedy
  /** The response code of RFC 5530 and others, such as `LIMIT` or `OVERQUOTA`. */
  readonly code: string | null
  /** The wait that the server asks for. */
  readonly retryAfterMs: number | null

  constructor(kind: ImapFaultKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'ImapFault'
    this.kind = kind
    this.remedy = details.remedy ?? remedies[kind]
    this.code = details.code ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}
