import { randomUUID } from 'node:crypto'
import { toStoredHtml } from '../../server/src/protocols/mime/to-stored-html.ts'
import type { NewMessage } from '../../server/src/slices/messages/index.ts'

// Realistic mail: threads of 1 to 30 messages, skewed distributions of people and words, HTML with some text.

/** Deterministic, so that every run has the same mail. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, skewed: (n: number) => Math.floor(n * next() ** 3) }
}
export type Random = ReturnType<typeof createRandom>

const syllables = [
  'ba',
  'co',
  'di',
  'fé',
  'gu',
  'la',
  'mo',
  'ni',
  'pa',
  'ré',
  'su',
  'ta',
  'vo',
  'xi',
  'zu',
  'ker',
]
const wordAt = (n: number) => {
  let word = ''
  for (let rest = n + 20; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
}
const vocabulary = Array.from({ length: 20_000 }, (_, i) => wordAt(i))
export const commonWords = (count: number) => vocabulary.slice(0, count)
export const rareWords = (count: number) => vocabulary.slice(12_000, 12_000 + count)

const people = Array.from({ length: 2_000 }, (_, i) => ({
  name: `${vocabulary[i * 3]} ${vocabulary[i * 5 + 1]}`,
  email: `${vocabulary[i * 3]?.normalize('NFD').replace(/\p{M}/gu, '')}${i}@example${i % 40}.com`,
}))

const text = (random: Random, words: number) =>
  Array.from({ length: words }, () => vocabulary[random.skewed(vocabulary.length)]).join(' ')

type Thread = { subject: string; ids: string[]; left: number; people: typeof people }

export type BenchMailbox = { mailboxId: string; inbox: string; others: string[] }

const newThread = (random: Random): Thread => ({
  subject: text(random, 3 + random.below(6)),
  ids: [],
  left: random.next() < 0.6 ? 1 : 1 + random.below(30),
  people: Array.from(
    { length: 1 + random.below(4) },
    () => people[random.skewed(people.length)] as (typeof people)[0],
  ),
})

/** An endless stream of messages of one mailbox, with some hundred open threads at any time. */
export function* mailOf(mailbox: BenchMailbox, random: Random): Generator<NewMessage> {
  const open = Array.from({ length: 300 }, () => newThread(random))
  let at = Date.UTC(2018, 0, 1)
  for (let uid = 1; ; uid++) {
    const slot = random.below(open.length)
    const thread = open[slot] as Thread
    at += 60_000 + random.below(900_000)
    yield message(random, mailbox, thread, uid, new Date(at).toISOString())
    if (--thread.left === 0) open[slot] = newThread(random)
  }
}

function message(random: Random, mailbox: BenchMailbox, thread: Thread, uid: number, at: string): NewMessage {
  const id = `${randomUUID()}@example.com`
  const before = thread.ids.slice(-10)
  thread.ids.push(id)
  const folder =
    random.next() < 0.7
      ? mailbox.inbox
      : (mailbox.others[random.below(mailbox.others.length)] ?? mailbox.inbox)
  const body = text(random, 60 + random.below(200))
  const from = thread.people[random.below(thread.people.length)] ?? null
  const bodyHtml = `<div style="color:#333"><p>${body.replaceAll(' mo', '</p><p>mo')}</p></div>`
  // As the mirror stores it.
  const safeHtml = toStoredHtml({ bodyHtml, attachments: [] })
  return {
    mailboxId: mailbox.mailboxId,
    folderId: folder,
    uid,
    modseq: String(uid),
    receivedAt: at,
    flags: {
      seen: random.next() < 0.9,
      flagged: random.next() < 0.03,
      draft: false,
      answered: false,
      sent: false,
    },
    labels: [],
    from,
    to: [{ email: 'me@example.com' }],
    cc: thread.people,
    bcc: [],
    replyTo: [],
    date: at,
    subject: `${before.length > 0 ? 'Re: ' : ''}${thread.subject}`,
    snippet: body.slice(0, 200),
    messageIdHeader: id,
    inReplyTo: before.at(-1) ?? null,
    references: before,
    bodyText: body,
    bodyHtml,
    ...(safeHtml ? { safeHtml } : {}),
    bodyComplete: true,
    bodyHash: null,
    size: body.length * 3,
    hasAttachments: random.next() < 0.15,
    attachments: [],
    signalReasons: {},
    signals: {
      isAutoReply: false,
      isNoReply: false,
      isMailingList: false,
      isFromSelf: false,
      isBounce: false,
    },
  }
}
