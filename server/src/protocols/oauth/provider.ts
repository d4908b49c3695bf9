/** The configuration of one provider of mail accounts; tests use their own. */
export type OAuthProvider = {
  name: 'google' | 'microsoft'
  clientId: string
  /** Absent for a public client, which relies on PKCE alone. */
  clientSecret?: string
  authorisationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  userinfoEndpoint?: string
  /** Present if the provider supports RFC 7009. */
  revocationEndpoint?: string
  /** Who may sign an id_token; `{tid}` stands for the token's own tenant. */
  issuers: string[]
  scopes: string[]
  /** Required for mail access; a member may untick them on the consent page. */
  mailScopes: string[]
  /** The claims that may contain the mail address, best first. */
  addressClaims: string[]
  /** Additional parameters of the consent page. */
  parameters: Record<string, string>
}

type ProviderOptions = Pick<OAuthProvider, 'clientId' | 'clientSecret'> & Partial<OAuthProvider>

export const googleProvider = (options: ProviderOptions): OAuthProvider => ({
  name: 'google',
  authorisationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
  userinfoEndpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
  // Google uses both spellings.
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  scopes: ['openid', 'email', 'https://mail.google.com/'],
  mailScopes: ['https://mail.google.com/'],
  addressClaims: ['email'],
  // Without `consent`, connecting an account a second time returns no refresh token.
  parameters: { access_type: 'offline', prompt: 'consent' },
  ...options,
})

const outlookScopes = [
  'https://outlook.office.com/IMAP.AccessAsUser.All',
  'https://outlook.office.com/SMTP.Send',
]

export function microsoftProvider({
  tenant = 'common',
  ...options
}: ProviderOptions & { tenant?: string }): OAuthProvider {
  const base = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}`
  return {
    name: 'microsoft',
    authorisationEndpoint: `${base}/oauth2/v2.0/authorize`,
    tokenEndpoint: `${base}/oauth2/v2.0/token`,
    jwksUri: `${base}/discovery/v2.0/keys`,
    issuers: ['https://login.microsoftonline.com/{tid}/v2.0'],
    // The access token is for Outlook, so Graph's userinfo rejects it: the address comes from the id_token.
    scopes: ['openid', 'email', 'profile', 'offline_access', ...outlookScopes],
    mailScopes: outlookScopes,
    // A tenant's administrator can set `email` freely; the user name is the one that signs in.
    addressClaims: ['preferred_username', 'email'],
    parameters: { prompt: 'select_account', response_mode: 'query' },
    ...options,
  }
}
