// Providers of personal addresses: such a domain says nothing about who writes.
const names = `aol.com bbox.fr bluewin.ch free.fr fastmail.com gmail.com gmx.com gmx.de gmx.fr gmx.net googlemail.com
  hey.com hotmail.be hotmail.co.uk hotmail.com hotmail.fr icloud.com laposte.net libero.it live.be live.com live.fr
  mac.com mail.com mail.ru me.com msn.com neuf.fr numericable.fr orange.fr outlook.be outlook.com outlook.fr
  pm.me proton.me protonmail.com qq.com rocketmail.com sfr.fr skynet.be t-online.de telenet.be tutanota.com
  videotron.ca wanadoo.fr web.de yahoo.ca yahoo.co.uk yahoo.com yahoo.fr yandex.ru ymail.com zoho.com`

const publicDomains = new Set(names.split(/\s+/))

export const isPublicDomain = (domain: string) => publicDomains.has(domain)

/** Empty for a message without a sender. */
export const domainOf = (email: string | null) =>
  email === null ? '' : email.slice(email.lastIndexOf('@') + 1)
