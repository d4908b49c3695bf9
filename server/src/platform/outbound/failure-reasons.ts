// In our own words: the text of the error may contain the address that the host name has inside our network.
const reasons: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ETIMEDOUT: 'did not answer in time',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
}

/** Why a connection failed, to complete a sentence that starts with the host; undefined if we have no words for it. */
export function reasonOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = String((at as NodeJS.ErrnoException).code)
    if (Object.hasOwn(reasons, code)) return reasons[code]
  }
  return undefined
}
