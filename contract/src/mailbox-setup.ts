import { port } from './mailboxes.ts'
import { keyAccess, route, sessionAccess } from './route.ts'
import { boolean, choice, email, nullable, object, optional, string, text } from './schema.ts'

const startOAuth = <const P extends 'google' | 'microsoft'>(provider: P, name: string) =>
  route({
    method: 'POST',
    path: `/api/v1/mailboxes/oauth/${provider}/start`,
    access: sessionAccess,
    title: { en: `Connect a ${name} mailbox`, fr: `Connecter une boîte mail ${name}` },
    description: {
      en: "Returns the URL of the provider's consent page. Once the member consents there, the mailbox is connected.",
      fr: "Renvoie l'URL de la page de consentement du fournisseur. Une fois le consentement donné, la boîte est connectée.",
    },
    openDetail: true,
    status: 200,
    reply: object({ url: string() }),
    errors: ['mailbox.oauth_unavailable', 'credentials.encryption_disabled'],
  })

/** Helps members connect a mailbox. All open details. */
export const mailboxSetup = {
  autodetect: route({
    method: 'GET',
    path: '/api/v1/mailboxes/autodetect',
    access: keyAccess('mailboxes:read'),
    title: {
      en: 'Detect the mail servers of an address',
      fr: "Détecter les serveurs de messagerie d'une adresse",
    },
    description: {
      en: 'Looks up a list of well-known providers, then DNS (RFC 6186). A server that is not found is null.',
      fr: 'Consulte une liste de fournisseurs connus, puis le DNS (RFC 6186). Un serveur introuvable vaut null.',
    },
    openDetail: true,
    query: object({ address: email() }),
    callsOut: true,
    status: 200,
    reply: object({
      imapHost: nullable(string()),
      imapPort: nullable(port()),
      imapSecure: nullable(boolean()),
      smtpHost: nullable(string()),
      smtpPort: nullable(port()),
      smtpSecure: nullable(boolean()),
      source: nullable(choice('known', 'dns')),
    }),
  }),
  startGoogle: startOAuth('google', 'Google'),
  startMicrosoft: startOAuth('microsoft', 'Microsoft'),
  finishOAuth: route({
    method: 'GET',
    path: '/api/v1/mailboxes/oauth/callback',
    access: sessionAccess,
    title: {
      en: "Return from the provider's consent page",
      fr: 'Revenir de la page de consentement du fournisseur',
    },
    description: {
      en: 'Shows a page in the browser that says whether the mailbox is connected. A `state` can be used once, within ten minutes.',
      fr: 'Affiche dans le navigateur une page qui indique si la boîte est connectée. Un `state` sert une seule fois, dans les dix minutes.',
    },
    openDetail: true,
    query: object({
      state: text(1, 200),
      code: optional(string()),
      error: optional(string()),
      error_description: optional(string()),
      // Providers add parameters of their own, which the browser passes on.
      scope: optional(string()),
      iss: optional(string()),
      authuser: optional(string()),
      hd: optional(string()),
      prompt: optional(string()),
      session_state: optional(string()),
      client_info: optional(string()),
      admin_consent: optional(string()),
    }),
    callsOut: true,
    status: 200,
    replyType: 'text/html',
    errors: ['mailbox.oauth_failed', 'mailbox.oauth_unavailable', 'credentials.encryption_disabled'],
  }),
}
