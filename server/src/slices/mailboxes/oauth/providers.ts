import type { Config } from '../../../platform/config/read-config.ts'
import { googleProvider, microsoftProvider, type OAuthProvider } from '../../../protocols/oauth/provider.ts'
import type { MailServer, MailServers } from '../account.ts'

export type OAuthName = 'google' | 'microsoft'
/** A provider as this instance knows it, and where its mail is. */
export type Configured = { oauth: OAuthProvider; servers(address: string): MailServers }
export type Providers = Partial<Record<OAuthName, Configured>>

type Overrides = Record<string, string> | undefined
const endpoints = [
  ...([
    'authorisationEndpoint',
    'tokenEndpoint',
    'jwksUri',
    'userinfoEndpoint',
    'revocationEndpoint',
  ] as const),
]

const endpointsOf = (given: Overrides = {}) => ({
  ...Object.fromEntries(endpoints.flatMap((name) => (given[name] ? [[name, given[name]]] : []))),
  ...(given.issuer ? { issuers: [given.issuer] } : {}),
})

function serverOf(given: string | undefined, usual: MailServer): MailServer {
  const at = given?.lastIndexOf(':') ?? -1
  return given && at > 0 ? { ...usual, host: given.slice(0, at), port: Number(given.slice(at + 1)) } : usual
}

const serversOf =
  (given: Overrides, imap: MailServer, smtp: MailServer) =>
  (address: string): MailServers => ({
    imap: serverOf(given?.imap, imap),
    smtp: serverOf(given?.smtp, smtp),
    username: address,
    allowInvalidCertificate: false,
  })

const client = (clientId: string, clientSecret: string | undefined) => ({
  clientId,
  ...(clientSecret === undefined ? {} : { clientSecret }),
})

/** The providers whose client is set. */
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
