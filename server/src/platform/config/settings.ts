import { maybe, setting, wholeNumber } from './define-setting.ts'
import {
  parseAllowList,
  parseBaseUrl,
  parseChoices,
  parseColor,
  parseTexts,
  parseUri,
  text,
} from './parse.ts'
import { storageSettings } from './storage-settings.ts'
import { workflowSettings } from './workflow-settings.ts'

export type { Setting } from './define-setting.ts'

export const settings = {
  port: setting(
    'PORT',
    '8025',
    wholeNumber(0, 65535),
    'The port the service listens on; 0 takes a free one.',
  ),
  host: setting('HOST', '127.0.0.1', text, 'The address the service listens on.'),
  baseUrl: setting(
    'MAILWRIGHT_BASE_URL',
    '',
    maybe(parseBaseUrl),
    'The public address, for links, cookies and the origin check. From HOST and PORT when empty.',
  ),
  dataDir: setting(
    'MAILWRIGHT_DATA_DIR',
    './data',
    text,
    'The folder of the embedded database, cached attachments and the generated key.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    maybe(text),
    'A PostgreSQL 15+ server to use instead of the embedded one; any number of processes may share it.',
    { secret: true },
  ),
  databaseConnections: setting(
    'MAILWRIGHT_DATABASE_CONNECTIONS',
    '16',
    wholeNumber(4, 200),
    'How many database connections this process opens at most.',
  ),
  secretKey: setting(
    'MAILWRIGHT_SECRET_KEY',
    undefined,
    text,
    'Encryption keys, `id:base64` of 32 bytes, newest first, comma-separated. Unset with the embedded database: one is generated into the data folder. Unset with DATABASE_URL, or empty: secrets cannot be stored.',
    { secret: true },
  ),
  adminEmail: setting(
    'MAILWRIGHT_ADMIN_EMAIL',
    '',
    maybe(text),
    'With MAILWRIGHT_ADMIN_PASSWORD: creates the first administrator at start while no member exists.',
  ),
  adminPassword: setting('MAILWRIGHT_ADMIN_PASSWORD', '', maybe(text), 'See MAILWRIGHT_ADMIN_EMAIL.', {
    secret: true,
  }),
  roles: setting(
    'MAILWRIGHT_ROLES',
    'api,worker',
    parseChoices('api', 'worker'),
    'What this process does: `api` answers requests, `worker` runs jobs.',
  ),
  outboundAllow: setting(
    'MAILWRIGHT_OUTBOUND_ALLOW',
    '',
    parseAllowList,
    'host:port pairs or CIDRs, comma-separated, that outbound calls may reach although they are private.',
  ),
  googleClientId: setting(
    'MAILWRIGHT_GOOGLE_CLIENT_ID',
    '',
    maybe(text),
    'The OAuth client for Google mailboxes; they cannot be connected while it is empty.',
  ),
  googleClientSecret: setting('MAILWRIGHT_GOOGLE_CLIENT_SECRET', '', maybe(text), 'Its secret.', {
    secret: true,
  }),
  googleOverrides: setting(
    'MAILWRIGHT_GOOGLE_ENDPOINTS',
    '',
    maybe(parseTexts),
    'Other addresses than those of Google, as JSON: authorisationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint, revocationEndpoint, issuer; imap and smtp as host:port.',
  ),
  microsoftClientId: setting(
    'MAILWRIGHT_MICROSOFT_CLIENT_ID',
    '',
    maybe(text),
    'The OAuth client for Microsoft mailboxes; they cannot be connected while it is empty.',
  ),
  microsoftClientSecret: setting('MAILWRIGHT_MICROSOFT_CLIENT_SECRET', '', maybe(text), 'Its secret.', {
    secret: true,
  }),
  microsoftTenant: setting(
    'MAILWRIGHT_MICROSOFT_TENANT',
    'common',
    text,
    'The directory whose accounts may be connected; `common` takes all.',
  ),
  microsoftOverrides: setting(
    'MAILWRIGHT_MICROSOFT_ENDPOINTS',
    '',
    maybe(parseTexts),
    'As MAILWRIGHT_GOOGLE_ENDPOINTS, for Microsoft.',
  ),
  trustProxy: setting(
    'MAILWRIGHT_TRUST_PROXY',
    '0',
    wholeNumber(0, 10),
    'How many reverse proxies stand in front: that many X-Forwarded-For entries are believed.',
  ),
  logLevel: setting(
    'MAILWRIGHT_LOG_LEVEL',
    'warn',
    (value) => {
      const [level] = parseChoices('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')(value)
      return level ?? 'warn'
    },
    'How much is logged, as JSON lines on the error stream; `info` logs each request.',
  ),
  metricsPort: setting(
    'MAILWRIGHT_METRICS_PORT',
    '',
    maybe(wholeNumber(0, 65535)),
    'A port of its own for /metrics, without a token, on MAILWRIGHT_METRICS_HOST.',
  ),
  metricsHost: setting('MAILWRIGHT_METRICS_HOST', '127.0.0.1', text, 'The address of the metrics port.'),
  metricsToken: setting(
    'MAILWRIGHT_METRICS_TOKEN',
    '',
    maybe(text),
    'Serves /metrics on the main port to requests with this bearer token.',
    { secret: true },
  ),
  requestsPerKey: setting(
    'MAILWRIGHT_LIMIT_KEY_PER_MINUTE',
    '600',
    wholeNumber(1, 1_000_000),
    'Requests of one API key in a sliding minute.',
  ),
  signInLimit: setting(
    'MAILWRIGHT_LIMIT_SIGN_IN',
    '10',
    wholeNumber(1, 1_000_000),
    'Sign-in and password-change attempts of one address in 15 minutes.',
  ),
  webhookLimit: setting(
    'MAILWRIGHT_LIMIT_WEBHOOK_PER_MINUTE',
    '600',
    wholeNumber(1, 10_000_000),
    'Webhook calls of one address in a minute.',
  ),
  approvalLinkLimit: setting(
    'MAILWRIGHT_LIMIT_APPROVAL_LINK_PER_MINUTE',
    '30',
    wholeNumber(1, 1_000_000),
    'Visits to approval links of one address in a minute.',
  ),
  connectLimit: setting(
    'MAILWRIGHT_LIMIT_CONNECT_PER_MINUTE',
    '20',
    wholeNumber(1, 1_000_000),
    'How often one member may have mail servers tried in a minute.',
  ),
  sending: setting(
    'MAILWRIGHT_SENDING',
    'on',
    (value) => parseChoices('on', 'off')(value)[0] === 'on',
    'Whether mail may leave: `off` holds everything until it is `on` again.',
  ),
  undoSeconds: setting(
    'MAILWRIGHT_UNDO_SECONDS',
    '5',
    wholeNumber(0, 60),
    'How long a message that was sent from the webmail may still be cancelled.',
  ),
  sendLimit: setting(
    'MAILWRIGHT_LIMIT_SEND_PER_MINUTE',
    '60',
    wholeNumber(1, 1_000_000),
    'Messages that one mailbox may send in a minute.',
  ),
  maxTables: setting(
    'MAILWRIGHT_TABLES_MAX',
    '100',
    wholeNumber(1, 100_000),
    'How many tables the team may have.',
  ),
  maxTableColumns: setting(
    'MAILWRIGHT_TABLE_MAX_COLUMNS',
    '50',
    wholeNumber(1, 200),
    'How many columns a table may have.',
  ),
  maxTableRows: setting(
    'MAILWRIGHT_TABLE_MAX_ROWS',
    '1000000',
    wholeNumber(1, 100_000_000),
    'How many rows a table may have.',
  ),
  maxCellChars: setting(
    'MAILWRIGHT_TABLE_MAX_CELL_CHARS',
    '10000',
    wholeNumber(1, 1_000_000),
    'How many characters a cell may hold.',
  ),
  ...workflowSettings,
  ...storageSettings,
  auditDays: setting(
    'MAILWRIGHT_AUDIT_RETENTION_DAYS',
    '365',
    wholeNumber(1, 36_500),
    'Audit entries older than this are purged.',
  ),
  notificationDays: setting(
    'MAILWRIGHT_NOTIFICATION_RETENTION_DAYS',
    '90',
    wholeNumber(1, 36_500),
    'Notifications older than this are purged.',
  ),
  invitationDays: setting(
    'MAILWRIGHT_INVITATION_DAYS',
    '7',
    wholeNumber(1, 365),
    'How long an invitation may be accepted.',
  ),
  brandName: setting('MAILWRIGHT_BRAND_NAME', 'Mailwright', text, "The product's name as people see it."),
  brandLogoLight: setting('MAILWRIGHT_BRAND_LOGO_LIGHT', '', maybe(parseUri), 'Logo on light ground (URL).'),
  brandLogoDark: setting('MAILWRIGHT_BRAND_LOGO_DARK', '', maybe(parseUri), 'Logo on dark ground (URL).'),
  brandFavicon: setting('MAILWRIGHT_BRAND_FAVICON', '', maybe(parseUri), 'Icon of the browser tab (URL).'),
  brandPrimary: setting('MAILWRIGHT_BRAND_COLOR_PRIMARY', '', maybe(parseColor), 'Main colour, #RRGGBB.'),
  brandOnPrimary: setting('MAILWRIGHT_BRAND_COLOR_ON_PRIMARY', '', maybe(parseColor), 'Text on it, #RRGGBB.'),
  brandAccent: setting('MAILWRIGHT_BRAND_COLOR_ACCENT', '', maybe(parseColor), 'Second colour, #RRGGBB.'),
  brandOnAccent: setting('MAILWRIGHT_BRAND_COLOR_ON_ACCENT', '', maybe(parseColor), 'Text on it, #RRGGBB.'),
  brandSupportUrl: setting(
    'MAILWRIGHT_BRAND_SUPPORT_URL',
    '',
    maybe(parseUri),
    'Where people find help (URL).',
  ),
  brandPoweredBy: setting('MAILWRIGHT_BRAND_POWERED_BY', '', maybe(text), 'A line at the foot of the pages.'),
  brandWelcomeEn: setting('MAILWRIGHT_BRAND_WELCOME_EN', '', maybe(text), 'Sign-in greeting in English.'),
  brandWelcomeFr: setting('MAILWRIGHT_BRAND_WELCOME_FR', '', maybe(text), 'Sign-in greeting in French.'),
  brandLoginImage: setting('MAILWRIGHT_BRAND_LOGIN_IMAGE', '', maybe(parseUri), 'Sign-in picture (URL).'),
}

export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> | Absent<K> }
// Only a setting with no fallback can be absent.
type Absent<K extends keyof typeof settings> = K extends 'secretKey' ? undefined : never
