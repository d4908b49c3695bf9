import { randomFrom } from '../../server/test/mail/random.ts'
import { ownerOf } from '../company/people.ts'
import {
  announceParcel,
  announceReview,
  sendInvoice,
  sendJunk,
  sendNewsletter,
  writeToColleagues,
  writeToSales,
} from './business-mail.ts'
import type { Mail } from './compose.ts'
import { askForOrder, askForQuote, askForReturn, askSomething, complain } from './customers-mail.ts'
import type { Letter, Writer } from './letters.ts'

export type Stored = { mailbox: string; folder: string; flags: string[]; mail: Mail }

/** What arrives in each mailbox, in this proportion. */
const writers: Record<string, Writer[]> = {
  support: [
    askForOrder,
    askForReturn,
    askForOrder,
    announceParcel,
    askSomething,
    askForOrder,
    askForQuote,
    complain,
    sendNewsletter,
    askForReturn,
    announceReview,
  ],
  ada: [writeToColleagues, sendNewsletter, writeToColleagues, writeToColleagues],
  camille: [writeToSales, writeToSales, sendNewsletter, writeToSales],
  accounts: [sendInvoice, sendInvoice, announceParcel, sendInvoice],
}
const counts: Record<string, number> = { support: 150, ada: 36, camille: 48, accounts: 44 }
const days = 60

/** The `n`th letter of a mailbox. */
export function letterFor(mailbox: string, n: number): Letter {
  const known = writers[mailbox] ?? writers.support ?? []
  const write = known[n % known.length] ?? askSomething
  return write(randomFrom(n * 31 + mailbox.length), n)
}

export const mailOf = (letter: Letter, mailbox: string, date: Date, id: string): Mail => ({
  from: letter.from,
  to: ownerOf(mailbox),
  subject: letter.subject,
  text: letter.text,
  date,
  id,
  ...(letter.html && { html: letter.html }),
  ...(letter.files && { files: letter.files }),
  ...(letter.headers && { headers: letter.headers }),
})

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** Our answer, and sometimes the thanks for it. */
function conversationOf(letter: Letter, first: Mail, mailbox: string, n: number): Stored[] {
  if (!letter.answer) return []
  const later = (hours: number) => new Date(first.date.getTime() + hours * 3_600_000)
  const answer: Mail = {
    from: ownerOf(mailbox),
    to: letter.from,
    subject: `Re: ${letter.subject}`,
    text: `${letter.answer}\n\n${quoted(letter.text)}`,
    date: later(3 + (n % 6)),
    id: `re.${first.id}`,
    references: [first.id],
  }
  const sent = { mailbox, folder: 'Sent', flags: ['\\Seen'], mail: answer }
  if (n % 3 !== 0) return [sent]
  const thanks: Mail = {
    from: letter.from,
    to: ownerOf(mailbox),
    subject: answer.subject,
    text: letter.language === 'fr' ? 'Parfait, merci beaucoup !' : 'Perfect, thank you very much!',
    date: later(12),
    id: `thanks.${first.id}`,
    references: [first.id, answer.id],
  }
  return [sent, { mailbox, folder: 'INBOX', flags: ['\\Seen'], mail: thanks }]
}

function storedLetter(mailbox: string, n: number, count: number): Stored[] {
  const letter = letterFor(mailbox, n)
  // The newest is some hours old: newer mail arrives while people look.
  const age = ((count - n) / count) * days * 86_400_000 + 9 * 3_600_000
  const mail = mailOf(letter, mailbox, new Date(Date.now() - age), `${mailbox}.${n}@history.example`)
  const isAnswered = letter.answer !== undefined && n % 4 !== 1
  const isOld = n < count * 0.5
  const flags = [
    ...(n < count * 0.88 ? ['\\Seen'] : []),
    ...(isAnswered ? ['\\Answered'] : []),
    ...(letter.category === 'complaint' && !isOld ? ['\\Flagged'] : []),
  ]
  const folder = isOld && n % 3 !== 0 ? 'Archive' : 'INBOX'
  const rest = isAnswered ? conversationOf(letter, mail, mailbox, n) : []
  return [{ mailbox, folder, flags, mail }, ...rest]
}

/** Two months of mail, oldest first. */
export function history(mailbox: string): Stored[] {
  const count = counts[mailbox] ?? 40
  const letters = Array.from({ length: count }, (_, n) => storedLetter(mailbox, n, count)).flat()
  const junk = Array.from({ length: 3 }, (_, n): Stored => {
    const date = new Date(Date.now() - (n + 1) * 40 * 3_600_000)
    return {
      mailbox,
      folder: 'Junk',
      flags: [],
      mail: mailOf(sendJunk(randomFrom(n), n), mailbox, date, `${mailbox}.junk.${n}@history.example`),
    }
  })
  return [...letters, ...junk].sort((a, b) => a.mail.date.getTime() - b.mail.date.getTime())
}

/** The number of the first letter that is not part of the history. */
export const firstNew = (mailbox: string): number => counts[mailbox] ?? 40
