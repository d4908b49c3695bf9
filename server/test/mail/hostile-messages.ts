import { bigMail, deeplyNested, manyParts } from './odd-messages.ts'

// Messages designed to break a parser. Each must be stored in some form, without affecting the others.

const baseHeaders = ['From: eve@example.org', 'To: ada@mail.test', 'MIME-Version: 1.0']
const mail = (headers: string[], body: string) =>
  Buffer.from(`${[...baseHeaders, ...headers].join('\r\n')}\r\n\r\n${body}`)
const repeated = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at))

const nestedMessages = (depth: number) =>
  mail(
    ['Subject: forwarded', 'Content-Type: message/rfc822'],
    `${repeated(depth, (at) => `Subject: level ${at}\r\nContent-Type: message/rfc822\r\n\r\n`).join('')}Subject: core\r\n\r\ncore`,
  )

const encodedWord = (bytes: number) => `=?utf-8?Q?${'=C3=A9'.repeat(Math.ceil(bytes / 6))}?=`

/** `megabytes` is the size of the largest message. */
export const hostileMails = (megabytes = 100): Record<string, Buffer> => ({
  'nesting of 1,000': deeplyNested(1_000),
  'nesting of 20,000': deeplyNested(20_000),
  '1,000 nested forwarded messages': nestedMessages(1_000),
  '20,000 parts': manyParts(20_000),
  [`${megabytes} MB`]: bigMail(megabytes * 1024 * 1024),
  'one line of 20 MB': mail(['Subject: line'], 'x'.repeat(20 * 1024 * 1024)),
  'a header line of 5 MB': mail([`Subject: ${'y'.repeat(5 * 1024 * 1024)}`], 'long subject'),
  '50,000 header lines': mail(
    repeated(50_000, (at) => `X-Line-${at}: value`),
    'many headers',
  ),
  '50,000 recipients': mail(
    [`Cc: ${repeated(50_000, (at) => `p${at}@example.org`).join(',\r\n ')}`, 'Subject: all'],
    'many people',
  ),
  '20,000 references': mail(
    [`References: ${repeated(20_000, (at) => `<r${at}@example.org>`).join('\r\n ')}`, 'Subject: refs'],
    'many references',
  ),
  'an encoded word of 2 MB': mail([`Subject: ${encodedWord(2 * 1024 * 1024)}`], 'encoded'),
  '20,000 pieces of one parameter': mail(
    [`Content-Type: text/plain;\r\n ${repeated(20_000, (at) => `name*${at}="x"`).join(';\r\n ')}`],
    'parameters',
  ),
  '200,000 unclosed tags': mail(['Content-Type: text/html; charset=utf-8'], '<div><b>'.repeat(100_000)),
  // Decodes to a megabyte of spaces.
  'only soft line breaks': mail(
    ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'],
    '=20=\r\n'.repeat(1_000_000),
  ),
  'base64 of 15 MB as text': mail(
    ['Content-Type: text/plain; charset=utf-16', 'Content-Transfer-Encoding: base64'],
    Buffer.alloc(15 * 1024 * 1024, 'A\0')
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  ),
  'an attachment with a wrong size': mail(
    [
      'Content-Type: application/zip; name="bomb.zip"',
      'Content-Disposition: attachment; filename="bomb.zip"; size=42',
      'Content-Transfer-Encoding: base64',
    ],
    Buffer.alloc(3 * 1024 * 1024, 'PK\x03\x04')
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  ),
  'NUL and broken UTF-8 everywhere': Buffer.concat([
    mail(
      ['Subject: \0\xff\xfe', '__proto__: x', 'constructor: y', 'Content-Type: text/plain; charset=utf-8'],
      '',
    ),
    Buffer.from(repeated(10_000, (at) => String.fromCharCode(at % 256)).join(''), 'latin1'),
  ]),
})
