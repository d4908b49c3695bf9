// Lumen, a made-up maker of lamps in Lyon and Bristol.

export type Person = { name: string; email: string }
export type Language = 'en' | 'fr'

export const domain = 'lumen.example'
/** Of all members and mailboxes: nothing in a demonstration is secret. */
export const password = 'bright lamps at dusk'

export type DemoMember = Person & {
  key: 'ada' | 'camille' | 'jonas'
  role: 'admin' | 'member'
  locale: Language
  title: string
  /** The mailboxes that the member connects. */
  mailboxes: string[]
}

export const members: DemoMember[] = [
  {
    key: 'ada',
    name: 'Ada Marsh',
    email: `ada@${domain}`,
    role: 'admin',
    locale: 'en',
    title: 'Customer service',
    mailboxes: ['support', 'ada'],
  },
  {
    key: 'camille',
    name: 'Camille Roux',
    email: `camille@${domain}`,
    role: 'member',
    locale: 'fr',
    title: 'Ventes',
    mailboxes: ['camille'],
  },
  {
    key: 'jonas',
    name: 'Jonas Weber',
    email: `jonas@${domain}`,
    role: 'member',
    locale: 'en',
    title: 'Accounts',
    mailboxes: ['accounts'],
  },
]

export const mailboxNames = members.flatMap(({ mailboxes }) => mailboxes)

/** Who a mailbox belongs to, as its name on mail. */
export function ownerOf(mailbox: string): Person {
  const owner = members.find(({ mailboxes }) => mailboxes.includes(mailbox))
  const names: Record<string, string> = { support: 'Lumen support', accounts: 'Lumen accounts' }
  return { name: names[mailbox] ?? owner?.name ?? mailbox, email: `${mailbox}@${domain}` }
}
