import { mailboxNames } from './company/people.ts'
import { composeMail } from './mail/compose.ts'
import { firstNew, letterFor, mailOf } from './mail/history.ts'
import type { MailServers } from './servers/mail-servers.ts'

// Most mail is for customer service, as in any company that sells to people.
const order = ['support', 'accounts', 'support', 'camille', 'support', 'ada']

/** New mail: a first lot of the last hours, then a letter now and then. */
export function createArrivals(servers: MailServers) {
  const next = new Map(mailboxNames.map((name) => [name, firstNew(name)]))
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const deliver = (mailbox: string, date = new Date()) => {
    const n = next.get(mailbox) ?? 0
    next.set(mailbox, n + 1)
    const mail = mailOf(letterFor(mailbox, n), mailbox, date, `${mailbox}.${n}@new.example`)
    servers.deliver(mailbox, { source: composeMail(mail), date })
  }
  const deliverNext = (date?: Date) => deliver(order[turn++ % order.length] ?? 'support', date)
  return {
    first: (count: number) => {
      for (let at = 0; at < count; at++) deliverNext(new Date(Date.now() - (count - at) * 8 * 60_000))
    },
    start: (everyMs: number) => {
      timer = setInterval(() => deliverNext(), everyMs)
    },
    stop: () => clearInterval(timer),
  }
}
