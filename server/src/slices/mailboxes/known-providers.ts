// Settings that the providers publish for mail clients: IMAP host, submission host, domains. `starttls`: submission is
// offered on port 587 only.

export type KnownProvider = { imap: string; smtp: string; starttls?: true }

const provider = (imap: string, smtp: string, domains: string[], options: { starttls?: true } = {}) =>
  domains.map((domain): [string, KnownProvider] => [domain, { imap, smtp, ...options }])

const starttls = { starttls: true } as const

export const knownProviders = new Map<string, KnownProvider>([
  ...provider('imap.gmail.com', 'smtp.gmail.com', ['gmail.com', 'googlemail.com']),
  ...provider(
    'outlook.office365.com',
    'smtp-mail.outlook.com',
    [
      'outlook.com',
      'outlook.fr',
      'outlook.de',
      'hotmail.com',
      'hotmail.fr',
      'live.com',
      'live.fr',
      'msn.com',
    ],
    starttls,
  ),
  ...provider('imap.mail.yahoo.com', 'smtp.mail.yahoo.com', [
    'yahoo.com',
    'yahoo.fr',
    'yahoo.de',
    'yahoo.co.uk',
    'yahoo.es',
    'yahoo.it',
    'ymail.com',
    'rocketmail.com',
  ]),
  ...provider('imap.aol.com', 'smtp.aol.com', ['aol.com', 'aim.com']),
  ...provider('imap.mail.me.com', 'smtp.mail.me.com', ['icloud.com', 'me.com', 'mac.com'], starttls),
  ...provider('imap.fastmail.com', 'smtp.fastmail.com', [
    'fastmail.com',
    'fastmail.fm',
    'messagingengine.com',
  ]),
  ...provider('imap.gmx.net', 'mail.gmx.net', ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch']),
  ...provider('imap.gmx.com', 'mail.gmx.com', ['gmx.com', 'gmx.us', 'gmx.co.uk', 'gmx.fr']),
  ...provider('imap.web.de', 'smtp.web.de', ['web.de']),
  ...provider('secureimap.t-online.de', 'securesmtp.t-online.de', ['t-online.de', 'magenta.de']),
  ...provider('imap.mail.com', 'smtp.mail.com', ['mail.com', 'email.com', 'usa.com']),
  ...provider('imap.zoho.com', 'smtp.zoho.com', ['zoho.com', 'zohomail.com']),
  ...provider('imap.zoho.eu', 'smtp.zoho.eu', ['zoho.eu', 'zohomail.eu']),
  ...provider('imap.yandex.com', 'smtp.yandex.com', ['yandex.com', 'yandex.ru', 'ya.ru']),
  ...provider('imap.mail.ru', 'smtp.mail.ru', ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru']),
  ...provider('imap.orange.fr', 'smtp.orange.fr', ['orange.fr', 'wanadoo.fr']),
  ...provider('imap.free.fr', 'smtp.free.fr', ['free.fr']),
  ...provider('imap.sfr.fr', 'smtp.sfr.fr', ['sfr.fr', 'neuf.fr']),
  ...provider('imap.laposte.net', 'smtp.laposte.net', ['laposte.net']),
  ...provider('imap4.bbox.fr', 'smtp.bbox.fr', ['bbox.fr'], starttls),
  ...provider('mail.infomaniak.com', 'mail.infomaniak.com', ['ik.me', 'etik.com', 'infomaniak.com']),
  ...provider('imap.mailbox.org', 'smtp.mailbox.org', ['mailbox.org']),
  ...provider('posteo.de', 'posteo.de', ['posteo.de', 'posteo.net', 'posteo.eu']),
  ...provider('disroot.org', 'disroot.org', ['disroot.org']),
  ...provider('mail.runbox.com', 'mail.runbox.com', ['runbox.com']),
  ...provider('imap.libero.it', 'smtp.libero.it', ['libero.it']),
  ...provider('imap.comcast.net', 'smtp.comcast.net', ['comcast.net']),
  ...provider('imap.qq.com', 'smtp.qq.com', ['qq.com', 'foxmail.com']),
  ...provider('imap.163.com', 'smtp.163.com', ['163.com']),
])
