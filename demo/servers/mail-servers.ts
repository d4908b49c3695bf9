import { startScriptedSmtp } from '../../server/test/mail/scripted-smtp.ts'
import { domain, mailboxNames, password } from '../company/people.ts'
import { type ImapAccount, startImapAccount } from './imap-account.ts'

export type MailServers = {
  /** The body of a request that connects a mailbox. */
  connection(mailbox: string): Record<string, unknown>
  /** For MAILWRIGHT_OUTBOUND_ALLOW. */
  allow: string
  deliver(mailbox: string, mail: { source: Buffer; date: Date }): void
  store: (mailbox: string, ...given: Parameters<ImapAccount['store']>) => void
  stop(): Promise<void>
}

/** IMAP for each mailbox and one SMTP on loopback. Mail to the company is delivered, other mail goes nowhere. */
export async function startMailServers(): Promise<MailServers> {
  const accounts = new Map<string, ImapAccount>()
  for (const name of mailboxNames) accounts.set(name, await startImapAccount(`${name}@${domain}`, password))
  const deliver: MailServers['deliver'] = (mailbox, mail) => accounts.get(mailbox)?.store('INBOX', mail)
  const smtp = await startScriptedSmtp({
    greeting: '220 Lumen mail is ready',
    on: {
      BODY: (_line, _peer, defaultReply) => {
        const mail = smtp.received.at(-1)
        for (const recipient of mail?.recipients ?? []) {
          const [name = '', host] = recipient.toLowerCase().split('@')
          if (mail && host === domain) deliver(name, { source: mail.source, date: new Date() })
        }
        smtp.received.length = 0
        smtp.mails.length = 0
        defaultReply()
      },
    },
  })
  return {
    connection: (mailbox) => {
      const account = accounts.get(mailbox)
      return {
        address: `${mailbox}@${domain}`,
        password,
        imapHost: account?.host,
        imapPort: account?.port,
        imapSecure: false,
        smtpHost: smtp.host,
        smtpPort: smtp.port,
        smtpSecure: false,
      }
    },
    allow: [...accounts.values(), smtp].map(({ host, port }) => `mail:${host}:${port}`).join(','),
    deliver,
    store: (mailbox, ...given) => accounts.get(mailbox)?.store(...given),
    stop: async () => {
      await Promise.all([smtp, ...accounts.values()].map((server) => server.stop()))
    },
  }
}
