import type { OAuth } from '../../../protocols/oauth/oauth.ts'
import { OAuthFault } from '../../../protocols/oauth/oauth-fault.ts'
import type { AccountDeps } from '../open-account.ts'
import type { Providers } from './providers.ts'

/** Refreshes access tokens with the configured providers. */
export const grantsOf = (oauth: OAuth, providers: Providers): Pick<AccountDeps, 'refresh' | 'isRevoked'> => ({
  refresh: async (name, grant) => {
    const configured = providers[name]
    if (!configured)
      throw new OAuthFault('configuration', `the OAuth client for ${name} is no longer configured`)
    const tokens = await oauth.refresh(configured.oauth, grant.refreshToken)
    return {
      accessToken: tokens.accessToken,
      // A provider that rotates refresh tokens returns a new one and may have invalidated the old one.
      refreshToken: tokens.refreshToken ?? grant.refreshToken,
      expiresAt: tokens.expiresAt.toISOString(),
    }
  },
  isRevoked: (error) => error instanceof OAuthFault && error.kind === 'revoked',
})
