import { optional, setting, wholeNumber } from './define-setting.ts'
import {
  parseAllowList,
  parseBaseUrl,
  parseChoices,
  parseColor,
  parseHosts,
  parseStringMap,
  parseUri,
  text,
} from './parse.ts'
import { storageSettings } from './storage-settings.ts'
import { workflowSettings } from './workflow-settings.ts'

export type { Setting } from './define-setting.ts'

export const settings = {
  port: setting('PORT', '8025', wholeNumber(0, 65535), 'Port to listen on; 0 picks a free one.'),
  host: setting('HOST', '127.0.0.1', text, 'Address to listen on.'),
  baseUrl: setting(
    'MAILWRIGHT_BASE_URL',
    '',
    optional(parseBaseUrl),
    'Public URL, used for links, cookies and the origin check. Derived from HOST and PORT when empty.',
  ),
  dataDir: setting(
    'MAILWRIGHT_DATA_DIR',
    './data',
    text,
    'Folder for the embedded database, cached attachments and the generated key.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    optional(text),
    'PostgreSQL 15+ server to use instead of the embedded one; any number of processes may share it.',
    { secret: true },
  ),
  databaseConnections: setting(
    'MAILWRIGHT_DATABASE_CONNECTIONS',
    '24',
    wholeNumber(4, 200),
    'Maximum number of database connections of this process for requests, runs, and the mirror with jobs, which have separate shares.',
  ),
  databaseWaitSeconds: setting(
    'MAILWRIGHT_DATABASE_WAIT_SECONDS',
    '60',
    wholeNumber(0, 3600),
    'How long a start waits for the database of DATABASE_URL, and how long the embedded database is restarted after a crash, before the process exits.',
  ),
  secretKey: setting(
    'MAILWRIGHT_SECRET_KEY',
    undefined,
    text,
    'Encryption keys, `id:base64` of 32 bytes, newest first, comma-separated. If unset, the embedded database gets a key generated in the data folder. If empty, or unset with DATABASE_URL, secrets cannot be stored.',
    { secret: true },
  ),
  adminEmail: setting(
    'MAILWRIGHT_ADMIN_EMAIL',
    '',
    optional(text),
    'With MAILWRIGHT_ADMIN_PASSWORD: creates the first administrator at startup if there are no members.',
  ),
  adminPassword: setting('MAILWRIGHT_ADMIN_PASSWORD', '', optional(text), 'See MAILWRIGHT_ADMIN_EMAIL.', {
    secret: true,
  }),
  roles: setting(
    'MAILWRIGHT_ROLES',
    'api,worker',
    parseChoices('api', 'worker'),
    'Roles of this process: `api` serves requests, `worker` runs jobs.',
  ),
  webApp: setting(
    'MAILWRIGHT_WEB_APP',
    'on',
    (value) => parseChoices('on', 'off')(value)[0] === 'on',
    'Whether the role `api` serves the web app; `off` serves the API alone.',
  ),
  bundle: setting(
    'MAILWRIGHT_BUNDLE',
    'on',
    (value) => parseChoices('on', 'off')(value)[0] === 'on',
    'Whether the service is loaded from one file, which it makes of its sources when they have changed; `off` loads the sources.',
  ),
  outboundAllow: setting(
    'MAILWRIGHT_OUTBOUND_ALLOW',
    '',
    parseAllowList,
    'Private destinations that outbound calls may reach: host:port pairs or CIDRs, comma-separated. `mail:`, `http:`, `images:`, `ai:` or `s3:` before an entry ties it to that purpose; the port of a mail server is open to mail only.',
  ),
  mailServers: setting(
    'MAILWRIGHT_MAIL_SERVERS',
    '',
    parseHosts,
    'IMAP servers of the organisation, comma-separated host names. A mailbox whose user name there is its address counts as proven to be ours, as it does at a server of its own domain.',
  ),
  googleClientId: setting(
    'MAILWRIGHT_GOOGLE_CLIENT_ID',
    '',
    optional(text),
    'OAuth client ID for Google mailboxes; without it they cannot be connected.',
  ),
  googleClientSecret: setting(
    'MAILWRIGHT_GOOGLE_CLIENT_SECRET',
    '',
    optional(text),
    'Google client secret.',
    {
      secret: true,
    },
  ),
  googleOverrides: setting(
    'MAILWRIGHT_GOOGLE_ENDPOINTS',
    '',
    optional(parseStringMap),
    'Overrides of Google endpoints, as JSON: authorisationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint, revocationEndpoint, issuer; imap and smtp as host:port.',
  ),
  microsoftClientId: setting(
    'MAILWRIGHT_MICROSOFT_CLIENT_ID',
    '',
    optional(text),
    'OAuth client ID for Microsoft mailboxes; without it they cannot be connected.',
  ),
  microsoftClientSecret: setting(
    'MAILWRIGHT_MICROSOFT_CLIENT_SECRET',
    '',
    optional(text),
    'Microsoft client secret.',
    {
      secret: true,
    },
  ),
  microsoftTenant: setting(
    'MAILWRIGHT_MICROSOFT_TENANT',
    'common',
    text,
    'Microsoft directory whose accounts may be connected; `common` allows all.',
  ),
  microsoftOverrides: setting(
    'MAILWRIGHT_MICROSOFT_ENDPOINTS',
    '',
    optional(parseStringMap),
    'Overrides of Microsoft endpoints, like MAILWRIGHT_GOOGLE_ENDPOINTS.',
  ),
  trustProxy: setting(
    'MAILWRIGHT_TRUST_PROXY',
    '0',
    wholeNumber(0, 10),
    'Number of reverse proxies in front; that many X-Forwarded-For entries are trusted.',
  ),
  logLevel: setting(
    'MAILWRIGHT_LOG_LEVEL',
    'warn',
    (value) => {
      const [level] = parseChoices('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')(value)
      return level ?? 'warn'
    },
    'Log level; JSON lines on stderr. `info` logs each request.',
  ),
  metricsPort: setting(
    'MAILWRIGHT_METRICS_PORT',
    '',
    optional(wholeNumber(0, 65535)),
    'Separate port for /metrics, without a token, on MAILWRIGHT_METRICS_HOST.',
  ),
  metricsHost: setting('MAILWRIGHT_METRICS_HOST', '127.0.0.1', text, 'Address of the metrics port.'),
  metricsToken: setting(
    'MAILWRIGHT_METRICS_TOKEN',
    '',
    optional(text),
    'Bearer token that gives access to /metrics on the main port.',
    { secret: true },
  ),
  requestsPerKey: setting(
    'MAILWRIGHT_LIMIT_KEY_PER_MINUTE',
    '600',
    wholeNumber(1, 1_000_000),
    'Requests per API key in a sliding minute.',
  ),
  signInLimit: setting(
    'MAILWRIGHT_LIMIT_SIGN_IN',
    '10',
    wholeNumber(1, 1_000_000),
    'Failed sign-in and password-change attempts per IP address (IPv6: per /64) in 15 minutes.',
  ),
  accountSignInLimit: setting(
    'MAILWRIGHT_LIMIT_SIGN_IN_PER_ACCOUNT',
    '30',
    wholeNumber(1, 1_000_000),
    'Failed sign-in attempts per account in 15 minutes, not counting addresses and browsers that have signed in to it before. Those are never refused by this limit.',
  ),
  webhookLimit: setting(
    'MAILWRIGHT_LIMIT_WEBHOOK_PER_MINUTE',
    '600',
    wholeNumber(1, 10_000_000),
    'Webhook calls per IP address and minute.',
  ),
  approvalLinkLimit: setting(
    'MAILWRIGHT_LIMIT_APPROVAL_LINK_PER_MINUTE',
    '30',
    wholeNumber(1, 1_000_000),
    'Approval link visits per IP address and minute.',
  ),
  connectLimit: setting(
    'MAILWRIGHT_LIMIT_CONNECT_PER_MINUTE',
    '20',
    wholeNumber(1, 1_000_000),
    'Mail server connection attempts per member and minute.',
  ),
  sending: setting(
    'MAILWRIGHT_SENDING',
    'on',
    (value) => parseChoices('on', 'off')(value)[0] === 'on',
    'Whether mail is sent; `off` holds all mail until it is `on` again.',
  ),
  undoSeconds: setting(
    'MAILWRIGHT_UNDO_SECONDS',
    '5',
    wholeNumber(0, 60),
    'How long sending a message from the webmail can be undone.',
  ),
  sendLimit: setting(
    'MAILWRIGHT_LIMIT_SEND_PER_MINUTE',
    '60',
    wholeNumber(1, 1_000_000),
    'Messages sent per mailbox and minute.',
  ),
  maxTables: setting('MAILWRIGHT_TABLES_MAX', '100', wholeNumber(1, 100_000), 'Maximum number of tables.'),
  maxTableColumns: setting(
    'MAILWRIGHT_TABLE_MAX_COLUMNS',
    '50',
    wholeNumber(1, 200),
    'Maximum number of columns per table.',
  ),
  maxTableRows: setting(
    'MAILWRIGHT_TABLE_MAX_ROWS',
    '1000000',
    wholeNumber(1, 100_000_000),
    'Maximum number of rows per table.',
  ),
  maxCellChars: setting(
    'MAILWRIGHT_TABLE_MAX_CELL_CHARS',
    '10000',
    wholeNumber(1, 1_000_000),
    'Maximum number of characters per cell.',
  ),
  ...workflowSettings,
  ...storageSettings,
  auditDays: setting(
    'MAILWRIGHT_AUDIT_RETENTION_DAYS',
    '365',
    wholeNumber(1, 36_500),
    'Days after which audit entries are deleted.',
  ),
  notificationDays: setting(
    'MAILWRIGHT_NOTIFICATION_RETENTION_DAYS',
    '90',
    wholeNumber(1, 36_500),
    'Days after which notifications are deleted.',
  ),
  invitationDays: setting(
    'MAILWRIGHT_INVITATION_DAYS',
    '7',
    wholeNumber(1, 365),
    'Days for which an invitation is valid.',
  ),
  brandName: setting('MAILWRIGHT_BRAND_NAME', 'Mailwright', text, 'Product name shown to users.'),
  brandLogoLight: setting(
    'MAILWRIGHT_BRAND_LOGO_LIGHT',
    '',
    optional(parseUri),
    'Logo for light backgrounds (URL).',
  ),
  brandLogoDark: setting(
    'MAILWRIGHT_BRAND_LOGO_DARK',
    '',
    optional(parseUri),
    'Logo for dark backgrounds (URL).',
  ),
  brandFavicon: setting('MAILWRIGHT_BRAND_FAVICON', '', optional(parseUri), 'Favicon (URL).'),
  brandPrimary: setting(
    'MAILWRIGHT_BRAND_COLOR_PRIMARY',
    '',
    optional(parseColor),
    'Primary colour, #RRGGBB.',
  ),
  brandOnPrimary: setting(
    'MAILWRIGHT_BRAND_COLOR_ON_PRIMARY',
    '',
    optional(parseColor),
    'Text on the primary colour, #RRGGBB.',
  ),
  brandAccent: setting('MAILWRIGHT_BRAND_COLOR_ACCENT', '', optional(parseColor), 'Accent colour, #RRGGBB.'),
  brandOnAccent: setting(
    'MAILWRIGHT_BRAND_COLOR_ON_ACCENT',
    '',
    optional(parseColor),
    'Text on the accent colour, #RRGGBB.',
  ),
  brandSupportUrl: setting('MAILWRIGHT_BRAND_SUPPORT_URL', '', optional(parseUri), 'Support page (URL).'),
  brandPoweredBy: setting('MAILWRIGHT_BRAND_POWERED_BY', '', optional(text), 'Footer line on the pages.'),
  brandWelcomeEn: setting('MAILWRIGHT_BRAND_WELCOME_EN', '', optional(text), 'Sign-in greeting in English.'),
  brandWelcomeFr: setting('MAILWRIGHT_BRAND_WELCOME_FR', '', optional(text), 'Sign-in greeting in French.'),
  brandLoginImage: setting('MAILWRIGHT_BRAND_LOGIN_IMAGE', '', optional(parseUri), 'Sign-in image (URL).'),
}

export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> | Absent<K> }
// Only a setting without a fallback can be absent.
type Absent<K extends keyof typeof settings> = K extends 'secretKey' ? undefined : never
