/** Providers that want an app password for other programs, and where to create one. */
const providers: { name: string; hosts: RegExp; url: string }[] = [
  {
    name: 'Google',
    hosts: /(^|\.)(gmail|googlemail)\.com$/,
    url: 'https://myaccount.google.com/apppasswords',
  },
  {
    name: 'Apple',
    hosts: /(^|\.)(icloud|me|mac|mail\.me)\.com$/,
    url: 'https://account.apple.com/account/manage',
  },
  {
    name: 'Yahoo',
    hosts: /(^|\.)yahoo\.(com|fr|co\.uk|de|es|it)$/,
    url: 'https://login.yahoo.com/account/security',
  },
  { name: 'AOL', hosts: /(^|\.)aol\.com$/, url: 'https://login.aol.com/account/security' },
  {
    name: 'Fastmail',
    hosts: /(^|\.)fastmail\.(com|fm)$/,
    url: 'https://app.fastmail.com/settings/security/apppasswords',
  },
  {
    name: 'Zoho',
    hosts: /(^|\.)zoho\.(com|eu)$/,
    url: 'https://accounts.zoho.com/home#security/app_password',
  },
  { name: 'Yandex', hosts: /(^|\.)yandex\.(com|ru)$/, url: 'https://id.yandex.com/security/app-passwords' },
]

/** Help for an address or the name of its IMAP server. */
export function appPasswordHelp(...hosts: (string | null | undefined)[]) {
  const names = hosts.map((host) => host?.split('@').at(-1)?.toLowerCase())
  return providers.find((provider) => names.some((name) => name && provider.hosts.test(name)))
}
