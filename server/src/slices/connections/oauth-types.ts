const providers = new Map([
  ['google_oauth', 'google'],
  ['microsoft_oauth', 'microsoft'],
] as const)
type OAuthType = 'google_oauth' | 'microsoft_oauth'

const isOAuthType = (type: string): type is OAuthType => type === 'google_oauth' || type === 'microsoft_oauth'

/** The provider behind the type of an OAuth account; none for a type that is kept here. */
export const providerOf = (type: string) => (isOAuthType(type) ? providers.get(type) : undefined)
