/** All that is known about one provider of mail accounts. Every field is configuration; tests use their own. */
export type OAuthProvider = {
  name: 'google' | 'microsoft'
  clientId: string
  /** None for a public client, which PKCE protects alone. */
  clientSecret?: string
  authorisationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  userinfoEndpoint?: string
  /** Where it is offered (RFC 7009). */
  revocationEndpoint?: string
  /** Who may sign an id_token; `{tid}` stands for the token's own tenant. */
  issuers: string[]
  /** What is asked for. */
  scopes: string[]
  /** Without these there is no mail: a person may untick them on the consent page. */
  mailScopes: string[]
  /** Where the mail address stands, best first. */
  addressClaims: string[]
  /** What else this provider's consent page needs to be told. */
  parameters: Record<string, string>
}

type Given = Pick<OAuthProvider, 'clientId' | 'clientSecret'> & Partial<OAuthProvider>

export const googleProvider = (given: Given): OAuthProvider => ({
  name: 'google',
  authorisationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
  userinfoEndpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
  // Google signs with either spelling.
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  scopes: ['openid', 'email', 'https://mail.google.com/'],
  mailScopes: ['https://mail.google.com/'],
  addressClaims: ['email'],
  // Without `consent` the second connection of an account brings no refresh token.
  parameters: { access_type: 'offline', prompt: 'consent' },
  ...given,
})

const outlook = ['https://outlook.office.com/IMAP.AccessAsUser.All', 'https://outlook.office.com/SMTP.Send']

export function microsoftProvider({
  tenant = 'common',
  ...given
}: Given & { tenant?: string }): OAuthProvider {
  const base = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}`
  return {
    name: 'microsoft',
    authorisationEndpoint: `${base}/oauth2/v2.0/authorize`,
    tokenEndpoint: `${base}/oauth2/v2.0/token`,
    jwksUri: `${base}/discovery/v2.0/keys`,
    issuers: ['https://login.microsoftonline.com/{tid}/v2.0'],
    // The access token is for Outlook, so Graph's userinfo refuses it: the address comes from the id_token.
    scopes: ['openid', 'email', 'profile', 'offline_access', ...outlook],
    mailScopes: outlook,
    // `email` is whatever a tenant's administrator typed; the user name is the one that signs in.
    addressClaims: ['preferred_username', 'email'],
    parameters: { prompt: 'select_account', response_mode: 'query' },
    ...given,
  }
}
