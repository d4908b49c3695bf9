import { createHash, randomBytes } from 'node:crypto'

const random = () => randomBytes(32).toString('base64url')

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/**
 * The secrets of one sign-in, to be stored with the browser session until the callback: `state` binds the response to
 * the browser (RFC 6749 10.12), the verifier binds the code to us (RFC 7636), and the nonce binds the id_token to this
 * sign-in (OpenID Connect Core 15.5.2).
 */
export function startSignIn() {
  const codeVerifier = random()
  return { state: random(), nonce: random(), codeVerifier, codeChallenge: challengeOf(codeVerifier) }
}
