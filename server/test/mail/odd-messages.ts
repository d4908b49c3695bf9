import { plainMail } from './messages.ts'

// Malformed messages: each must be stored or rejected without affecting the others.

const mail = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
const baseHeaders = ['From: eve@example.org', 'To: ada@mail.test', 'MIME-Version: 1.0']

export const deeplyNested = (depth: number) => {
  const open = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}`,
  )
  return mail(...baseHeaders, 'Subject: nested', ...open, 'Content-Type: text/plain', '', 'the core')
}

export const manyParts = (count: number) =>
  mail(
    ...baseHeaders,
    'Subject: parts',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    ...Array.from({ length: count }, (_, at) => `--b\r\nContent-Type: text/plain\r\n\r\npart ${at}`),
    '--b--',
  )

export const bigMail = (bytes: number) => {
  const line = `${'x'.repeat(74)}\r\n`
  return Buffer.concat([mail(...baseHeaders, 'Subject: big', ''), Buffer.alloc(bytes, line)])
}

export const oddMails: Record<string, Buffer> = {
  'no header at all': mail('just text'),
  'no body': mail(...baseHeaders, 'Subject: no body').subarray(0, -2),
  'no Message-ID': plainMail({ seed: 9001, messageId: null }),
  'empty Message-ID': plainMail({ seed: 9002, messageId: '' }),
  'two Message-IDs': plainMail({ seed: 9003, headers: ['Message-ID: <second@example.org>'] }),
  'broken date': plainMail({ seed: 9004, headers: ['Date: yesterday, 99:99'] }),
  'date before 1970': plainMail({ seed: 9005, date: new Date(Date.UTC(1902, 0, 1)) }),
  'NUL bytes': plainMail({ seed: 9006, subject: 'nul\0nul', text: 'before\0after' }),
  'header named __proto__': plainMail({
    seed: 9007,
    headers: ['__proto__: polluted', 'constructor: polluted'],
  }),
  'unknown charset': mail(...baseHeaders, 'Content-Type: text/plain; charset=x-nowhere', '', 'body'),
  'wrong charset': Buffer.concat([
    mail(...baseHeaders, 'Content-Type: text/plain; charset=utf-8', ''),
    Buffer.from([0xff, 0xfe, 0xe9]),
  ]),
  'missing boundary': mail(...baseHeaders, 'Content-Type: multipart/mixed; boundary="never"', '', 'text'),
  'broken base64': mail(...baseHeaders, 'Content-Transfer-Encoding: base64', '', '@@@@not base64@@@@'),
  'a line of 100,000 characters': plainMail({ seed: 9008, text: 'y'.repeat(100_000) }),
  'bare line feeds': Buffer.from(plainMail({ seed: 9009 }).toString().replaceAll('\r\n', '\n')),
}
