export type ImapFaultKind =
  /** The name of the host leads nowhere. */
  | 'host_not_found'
  /** No connection, no greeting, or the server says that it is out of order. */
  | 'unreachable'
  | 'tls_failed'
  | 'auth_failed'
  /** Too many connections or commands: come back later, and not at once. */
  | 'throttled'
  /** The connection ended in mid-session: BYE, a cut, or a silence that lasted too long. */
  | 'closed'
  | 'folder_not_found'
  /** The server renumbered the folder while it was open: what was learnt of its UIDs is void. */
  | 'uidvalidity_changed'
  /** The server understood and said no; the connection goes on. */
  | 'refused'
  | 'protocol'

/** What helps: waiting, nothing (until somebody changes something), or new credentials. */
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

/** Its message is for logs and for the owner of the mailbox: it holds the server's words, never a secret. */
export class ImapFault extends Error {
  readonly kind: ImapFaultKind
  readonly remedy: ImapRemedy
  /** The response code of RFC 5530 and others, such as `LIMIT` or `OVERQUOTA`. */
  readonly code: string | null
  /** How long the server asks us to wait. */
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
