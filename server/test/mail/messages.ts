import { type Random, randomFrom } from './random.ts'

// Realistic messages, deterministic by seed. All are complete sources with CRLF line ends.

export type MailOptions = {
  seed: number
  from?: string
  to?: string
  subject?: string
  /** Without angle brackets; null for none. */
  messageId?: string | null
  references?: string[]
  date?: Date
  text?: string
  /** Additional header lines, `Name: value`. */
  headers?: string[]
}

const people = 'Ada Lovelace,Grace Hopper,Alan Turing,Hedy Lamarr,Linus Pauling,Marie Curie'.split(',')
const words =
  'invoice meeting delivery contract question order refund project report schedule price offer team budget'.split(
    ' ',
  )
const first = Date.UTC(2026, 0, 1)

const addressOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
const sentence = (random: Random) => {
  const text = Array.from({ length: 6 + random.below(12) }, () => random.pick(words)).join(' ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
const paragraphs = (random: Random, count = 1 + random.below(4)) =>
  Array.from({ length: count }, () => Array.from({ length: 3 }, () => sentence(random)).join('\r\n'))

const messageIdOf = (seed: number) => `mail-${seed}@example.org`
const wrap76 = (base64: string) => base64.replace(/.{76}/g, '$&\r\n')

/** The header block without its blank line. */
function head(options: MailOptions, random: Random, content: string[]): string {
  const author = random.pick(people)
  const id = options.messageId === undefined ? messageIdOf(options.seed) : options.messageId
  const references = options.references ?? []
  return [
    `From: ${options.from ?? `${author} <${addressOf(author)}>`}`,
    `To: ${options.to ?? 'ada@mail.test'}`,
    `Subject: ${options.subject ?? sentence(random).slice(0, 60)}`,
    `Date: ${(options.date ?? new Date(first + options.seed * 60_000)).toUTCString().replace('GMT', '+0000')}`,
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
    ...(references.length ? [`In-Reply-To: <${references.at(-1)}>`] : []),
    ...(references.length ? [`References: ${references.map((one) => `<${one}>`).join('\r\n ')}`] : []),
    'MIME-Version: 1.0',
    ...content,
    ...(options.headers ?? []),
  ].join('\r\n')
}

const mail = (header: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${header}\r\n\r\n`), Buffer.from(body)])

export function plainMail(options: MailOptions): Buffer {
  const random = randomFrom(options.seed)
  const header = head(options, random, [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ])
  return mail(header, `${options.text ?? paragraphs(random).join('\r\n\r\n')}\r\n`)
}

const multipart = (boundary: string, parts: string[]) =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`

const alternatives = (random: Random, text?: string) => {
  const body = text ? [text] : paragraphs(random)
  const html = body.map((one) => `<p style="margin:0 0 1em">${one}</p>`).join('\r\n')
  return [
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${body.join('\r\n\r\n')}`,
    `Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>${html}</body></html>`,
  ]
}

/** multipart/alternative, as most clients send. */
function htmlMail(options: MailOptions): Buffer {
  const random = randomFrom(options.seed)
  const boundary = `=_alt_${options.seed}`
  const header = head(options, random, [`Content-Type: multipart/alternative; boundary="${boundary}"`])
  return mail(header, multipart(boundary, alternatives(random, options.text)))
}

export type Attachment = { name: string; type: string; content: Buffer }
export function mailWithAttachments(options: MailOptions & { attachments?: Attachment[] }): Buffer {
  const random = randomFrom(options.seed)
  const attachments = options.attachments ?? [
    { name: `report-${options.seed}.pdf`, type: 'application/pdf', content: random.bytes(2_000) },
    { name: 'photo.png', type: 'image/png', content: random.bytes(3_000) },
  ]
  const files = attachments.map(
    ({ name, type, content }) =>
      `Content-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n\r\n${wrap76(content.toString('base64'))}`,
  )
  const inner = `=_in_${options.seed}`
  const text = `Content-Type: multipart/alternative; boundary="${inner}"\r\n\r\n${multipart(inner, alternatives(random, options.text))}`
  const boundary = `=_mix_${options.seed}`
  const header = head(options, random, [`Content-Type: multipart/mixed; boundary="${boundary}"`])
  return mail(header, multipart(boundary, [text, ...files]))
}

const charsets: { charset: string; text: string; bytes: Buffer }[] = [
  { charset: 'iso-8859-1', text: 'Été à Genève', bytes: Buffer.from('Été à Genève', 'latin1') },
  { charset: 'windows-1252', text: 'Prix : 5 €', bytes: Buffer.from('Prix : 5 \x80', 'latin1') },
  { charset: 'utf-8', text: 'Grüße 你好', bytes: Buffer.from('Grüße 你好') },
  { charset: 'koi8-r', text: 'Привет', bytes: Buffer.from('f0d2c9d7c5d4', 'hex') },
  { charset: 'shift_jis', text: 'こんにちは', bytes: Buffer.from('82b182f182c982bf82cd', 'hex') },
]

/** Body and encoded subject in a legacy charset; `text` is their content. */
function charsetMail(options: MailOptions): { source: Buffer; text: string; charset: string } {
  const random = randomFrom(options.seed)
  const { charset, text, bytes } = charsets[options.seed % charsets.length] ?? {
    charset: '',
    text: '',
    bytes: Buffer.alloc(0),
  }
  const subject = options.subject ?? `=?${charset}?B?${bytes.toString('base64')}?=`
  const content = [`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit']
  const body = Buffer.concat([bytes, Buffer.from('\r\n')])
  return { source: mail(head({ ...options, subject }, random, content), body), text, charset }
}

/** A mix of messages: half plain, a third HTML, a tenth with attachments, some in legacy charsets. */
export function mixedMails(count: number, seed = 1): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const options = { seed: seed * 1_000_000 + at }
    const kind = at % 20
    if (kind < 10) return plainMail(options)
    if (kind < 17) return htmlMail(options)
    return kind < 19 ? mailWithAttachments(options) : charsetMail(options).source
  })
}
