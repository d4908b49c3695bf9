import type { Person } from '../company/people.ts'

export type File = { name: string; type: string; content: Buffer }

export type Mail = {
  from: Person
  to: Person
  cc?: Person[]
  subject: string
  text: string
  html?: string
  date: Date
  /** Without angle brackets. */
  id: string
  references?: string[]
  files?: File[]
  /** Additional header lines. */
  headers?: string[]
}

/** RFC 2047: pieces of at most 45 bytes, never within a character. */
function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const pieces: string[] = ['']
  for (const character of text) {
    if (Buffer.byteLength(`${pieces.at(-1)}${character}`) > 45) pieces.push('')
    pieces.push(`${pieces.pop()}${character}`)
  }
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ')
}

const address = ({ name, email }: Person) => {
  const encoded = encodeWords(name)
  return `${encoded === name ? `"${name}"` : encoded} <${email}>`
}
const base64 = (content: string | Buffer) =>
  Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

const textPart = (type: string, text: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}`

const filePart = ({ name, type, content }: File) =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
  `Content-Disposition: attachment; filename="${name}"\r\n\r\n${base64(content)}`

const multipart = (kind: string, boundary: string, parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n` +
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`

/** The source of a mail, as it travels. */
export function composeMail(mail: Mail): Buffer {
  const { references = [], files = [], headers = [], html } = mail
  const boundary = `=_${mail.id.replaceAll(/\W/g, '')}`
  const plain = textPart('text/plain', mail.text)
  const body = html ? multipart('alternative', `${boundary}_a`, [plain, textPart('text/html', html)]) : plain
  const content =
    files.length > 0 ? multipart('mixed', `${boundary}_m`, [body, ...files.map(filePart)]) : body
  const head = [
    `From: ${address(mail.from)}`,
    `To: ${address(mail.to)}`,
    ...(mail.cc ? [`Cc: ${mail.cc.map(address).join(',\r\n ')}`] : []),
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}>`,
    ...(references.length > 0 ? [`In-Reply-To: <${references.at(-1)}>`] : []),
    ...(references.length > 0 ? [`References: ${references.map((one) => `<${one}>`).join('\r\n ')}`] : []),
    ...headers,
    'MIME-Version: 1.0',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n${content}`)
}
