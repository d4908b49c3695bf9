import { HostNotFound, OutboundFailed } from '../../platform/outbound/errors.ts'

export type OAuthFaultKind =
  /** The grant no longer exists: the member has to connect the account again. */
  | 'revoked'
  /** A later retry may succeed. */
  | 'transient'
  /** An administrator has to change the client, its secret, its redirect address or its scopes. */
  | 'configuration'
  /** The member denied consent, or did not grant access to mail. */
  | 'denied'
  /** A response that is not from the provider, or not meant for us. */
  | 'untrusted'

export class OAuthFault extends Error {
  readonly kind: OAuthFaultKind
  /** The provider's own code, such as `invalid_grant`. */
  readonly error: string | undefined

  constructor(kind: OAuthFaultKind, message: string, extra: { error?: string; cause?: unknown } = {}) {
    super(message, { cause: extra.cause })
    this.name = 'OAuthFault'
    this.kind = kind
    this.error = extra.error
  }
}

// RFC 6749 4.1.2.1 and 5.2; OpenID Connect Core 3.1.2.6; the last line is Microsoft's and Google's own.
const kinds: Record<string, OAuthFaultKind> = {
  invalid_grant: 'revoked',
  interaction_required: 'revoked',
  login_required: 'revoked',
  consent_required: 'revoked',
  account_selection_required: 'revoked',
  access_denied: 'denied',
  server_error: 'transient',
  temporarily_unavailable: 'transient',
  slow_down: 'transient',
  internal_failure: 'transient',
}

/** Classifies a provider's error code; unlisted ones (`invalid_client`, `invalid_scope`, …) need an administrator. */
export const kindOfError = (error: string): OAuthFaultKind =>
  Object.hasOwn(kinds, error) ? (kinds[error] ?? 'configuration') : 'configuration'

/** A provider's text made safe for display and storage. */
export const cleanText = (text: unknown, secrets: string[] = []): string =>
  secrets
    .filter((secret) => secret.length > 3)
    .reduce((left, secret) => left.replaceAll(secret, '***'), typeof text === 'string' ? text : '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)

const transientKinds = new Set(['timeout', 'unreachable', 'aborted'])

/** Maps the errors of platform/outbound to an OAuthFault. */
export function oauthFaultOf(error: unknown): OAuthFault {
  if (error instanceof OAuthFault) return error
  const message = error instanceof Error ? error.message : String(error)
  const isTransient =
    error instanceof HostNotFound || (error instanceof OutboundFailed && transientKinds.has(error.kind))
  return new OAuthFault(isTransient ? 'transient' : 'configuration', message, { cause: error })
}
