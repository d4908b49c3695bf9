import type { Config } from '../../../platform/config/read-config.ts'
import { googleProvider, microsoftProvider, type OAuthProvider } from '../../../protocols/oauth/provider.ts'
import type { MailServer, MailServers } from '../account.ts'

export type OAuthName = 'google' | 'microsoft'
/** A provider as configured on this instance, with its mail servers. */
export type Configured = { oauth: OAuthProvider; servers(address: string): MailServers }
export type Providers = Partial<Record<OAuthName, Configured>>

type Overrides = Record<string, string> | undefined
const endpoints = [
  'authorisationEndpoint',
  'tokenEndpoint',
  'jwksUri',
  'userinfoEndpoint',
  'revocationEndpoint',
] as const

const endpointsOf = (overrides: Overrides = {}) => ({
  ...Object.fromEntries(endpoints.flatMap((name) => (overrides[name] ? [[name, overrides[name]]] : []))),
  ...(overrides.issuer ? { issuers: [overrides.issuer] } : {}),
})

function serverOf(override: string | undefined, standard: MailServer): MailServer {
  const colon = override?.lastIndexOf(':') ?? -1
  if (!override || colon <= 0) return standard
  return { ...standard, host: override.slice(0, colon), port: Number(override.slice(colon + 1)) }
}

const serversOf =
  (overrides: Overrides, imap: MailServer, smtp: MailServer) =>
  (address: string): MailServers => ({
    imap: serverOf(overrides?.imap, imap),
    smtp: serverOf(overrides?.smtp, smtp),
    username: address,
    allowInvalidCertificate: false,
  })

const client = (clientId: string, clientSecret: string | undefined) => ({
  clientId,
  ...(clientSecret === undefined ? {} : { clientSecret }),
})

/** The providers whose client id is configured. */
export function providersOf(config: Config): Providers {
  const { googleClientId, googleOverrides, microsoftClientId, microsoftOverrides } = config
  const google = googleClientId && {
    oauth: googleProvider({
      ...client(googleClientId, config.googleClientSecret),
      ...endpointsOf(googleOverrides),
    }),
    servers: serversOf(
      googleOverrides,
      { host: 'imap.gmail.com', port: 993, secure: true },
      { host: 'smtp.gmail.com', port: 465, secure: true },
    ),
  }
  const microsoft = microsoftClientId && {
    oauth: microsoftProvider({
      ...client(microsoftClientId, config.microsoftClientSecret),
      tenant: config.microsoftTenant,
      ...endpointsOf(microsoftOverrides),
    }),
    servers: serversOf(
      microsoftOverrides,
      { host: 'outlook.office365.com', port: 993, secure: true },
      { host: 'smtp.office365.com', port: 587, secure: false },
    ),
  }
  return { ...(google ? { google } : {}), ...(microsoft ? { microsoft } : {}) }
}
