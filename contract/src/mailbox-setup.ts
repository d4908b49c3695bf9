import { port } from './mailboxes.ts'
import { keyAccess, route, sessionAccess } from './route.ts'
import { boolean, choice, email, nullable, object, optional, string, text } from './schema.ts'

const startOAuth = <const P extends 'google' | 'microsoft'>(provider: P, name: string) =>
  route({
    method: 'POST',
    path: `/api/v1/mailboxes/oauth/${provider}/start`,
    access: sessionAccess,
    title: { en: `Connect a ${name} mailbox`, fr: `Connecter une boîte ${name}` },
    description: {
      en: "Answers the address of the provider's consent page; the browser goes there, and comes back connected.",
      fr: "Répond l'adresse de la page de consentement du fournisseur ; le navigateur s'y rend et revient connecté.",
    },
    openDetail: true,
    status: 200,
    reply: object({ url: string() }),
    errors: ['mailbox.oauth_unavailable', 'credentials.encryption_disabled'],
  })

/** What helps a person to connect a mailbox; all of it left open by the specification. */
export const mailboxSetup = {
  autodetect: route({
    method: 'GET',
    path: '/api/v1/mailboxes/autodetect',
    access: keyAccess('mailboxes:read'),
    title: { en: "Find an address's mail servers", fr: "Trouver les serveurs d'une adresse" },
    description: {
      en: 'By a table of well-known providers, else by DNS (RFC 6186). What is not found is null.',
      fr: "Par une table de fournisseurs connus, sinon par DNS (RFC 6186). Ce qui n'est pas trouvé est null.",
    },
    openDetail: true,
    query: object({ address: email() }),
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
    title: { en: "The way back from the provider's page", fr: 'Le retour de la page du fournisseur' },
    description: {
      en: 'For the browser: a page that says whether the mailbox is connected. A state is good once, for ten minutes.',
      fr: 'Pour le navigateur : une page qui dit si la boîte est connectée. Un état vaut une fois, dix minutes.',
    },
    openDetail: true,
    query: object({
      state: text(1, 200),
      code: optional(string()),
      error: optional(string()),
      error_description: optional(string()),
      // Providers add their own; the browser brings them along.
      scope: optional(string()),
      iss: optional(string()),
      authuser: optional(string()),
      hd: optional(string()),
      prompt: optional(string()),
      session_state: optional(string()),
      client_info: optional(string()),
      admin_consent: optional(string()),
    }),
    status: 200,
    replyType: 'text/html',
    errors: ['mailbox.oauth_failed', 'mailbox.oauth_unavailable', 'credentials.encryption_disabled'],
  }),
}
