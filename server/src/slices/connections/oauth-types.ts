const providers = new Map([
  ['google_oauth', 'google'],
  ['microsoft_oauth', 'microsoft'],
] as const)
type OAuthType = 'google_oauth' | 'microsoft_oauth'

const isOAuthType = (type: string): type is OAuthType => type === 'google_oauth' || type === 'microsoft_oauth'

/** The provider of an OAuth account type; undefined for types that this slice stores. */
export const providerOf = (type: string) => (isOAuthType(type) ? providers.get(type) : undefined)
