import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import type { Origin } from '../../../platform/http/headers.ts'
import { authorisationUrl } from '../../../protocols/oauth/authorisation.ts'
import { startSignIn } from '../../../protocols/oauth/pkce.ts'
import { insertSignIn } from './oauth.store.ts'
import type { OAuthName, Providers } from './providers.ts'

export const redirectUriOf = (origin: Origin) => `${origin.url}/api/v1/mailboxes/oauth/callback`

export type StartDeps = { vault: Vault; origin: Origin; providers: Providers }

/** Returns the consent URL. Only a hash of the state is stored, to verify the callback. */
export async function startOAuth(db: Db, deps: StartDeps, { memberId }: Caller, provider: OAuthName) {
  const configured = deps.providers[provider]
  if (!configured) throw fault('mailbox.oauth_unavailable')
  if (!deps.vault.enabled) throw fault('credentials.encryption_disabled')
  const { state, nonce, codeVerifier, codeChallenge } = startSignIn()
  await insertSignIn(db, { stateHash: hashToken(state), memberId, provider, codeVerifier, nonce })
  const redirectUri = redirectUriOf(deps.origin)
  return { url: authorisationUrl(configured.oauth, { state, nonce, codeChallenge, redirectUri }) }
}
