import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { readAddresses } from './addresses.ts'
import { safeFilename } from './attachment-name.ts'
import { declaredCharset, decodeText } from './decode-text.ts'
import { decodeWords } from './encoded-words.ts'
import { unflow } from './flowed.ts'
import { readHeaders } from './header-block.ts'
import { parseStructured } from './header-params.ts'
import { attachmentBytes, parseMessage } from './parse-message.ts'
import { sanitise } from './sanitise-html.ts'
import { parseMessageIds } from './threading.ts'
import { decodedSize, decodeTransfer } from './transfer-encoding.ts'

const encodings = ['base64', 'quoted-printable', '7bit', '8bit', 'x-uuencode', '']
const charsets =
  'utf-8 utf-7 utf-16 utf-16be utf-32 us-ascii iso-8859-1 iso-8859-15 windows-1251 koi8-r big5 gb2312 gb18030 gbk shift_jis euc-jp iso-2022-jp euc-kr iso-2022-kr hz-gb-2312 cp437 cp850 ibm852 cp866 macintosh x-mac-cyrillic x-mac-ce macgreek viscii tis-620 x-unknown'.split(
    ' ',
  )
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list)),
  fc
    .array(
      fc.constantFrom(
        '=',
        '=\r',
        '=\n',
        '= ',
        '=4',
        '=C3',
        '=zz',
        '\x1b$B',
        '\x1b$)C',
        '\x0e',
        '~{',
        '~',
        '+',
        '+AGE-',
        '+2AA-',
        '\xff\xfe',
        '\xef\xbb\xbf',
        'QQ==',
        'é',
        '\0',
        '\ud800',
      ),
    )
    .map((pieces) => Buffer.from(pieces.join(''), 'latin1')),
)
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

describe('decoders', () => {
  it('of every transfer encoding and charset accept any bytes', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(...encodings),
        fc.constantFrom(...charsets),
        (source, encoding, charset) => {
          const decoded = decodeTransfer(source, encoding)
          expect(decodedSize(source, encoding)).toBe(decoded.length)
          expect(isStorable(decodeText(decoded, charset))).toBe(true)
          declaredCharset(decoded)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('of fields and texts accept any characters', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      bytes.map((all) => `=?x?q?${all.toString('latin1')}?= <"a@b;*0*=%`),
    )
    fc.assert(
      fc.property(text, (field) => {
        expect(isStorable(decodeWords(field)) || !field.isWellFormed() || field.includes('\0')).toBe(true)
        readAddresses([field])
        parseStructured(field)
        parseMessageIds(field)
        safeFilename(field, 'a/b', 0)
        unflow(field, true)
        htmlToText(field)
        sanitise(field)
        readHeaders(Buffer.from(field), 0, Buffer.byteLength(field))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['=', ''],
    ['a=', 'a'],
    ['a= \t', 'a'],
    ['a=\r', 'a'],
    ['a=\r\n', 'a'],
    ['a=\n', 'a'],
    ['caf=C3=A9=', 'café'],
    ['=E4=BD=A0=E5=A5=BD=', '你好'],
    ['a=4', 'a=4'],
    ['a=ZZb', 'a=ZZb'],
    ['====', '==='],
    ['Grüße=\r\n=', 'Grüße'],
  ])('read quoted-printable that ends early: %j as %j', (source, text) => {
    expect(decodeTransfer(Buffer.from(source), 'quoted-printable').toString()).toBe(text)
  })

  it.each(['=', 'x=', 'x= ', 'x=\r\n', '=C3', '=?', '\xff', 'QUJD=', '====', '\0'])(
    'keep a message whose last part ends in %j',
    (end) => {
      for (const encoding of ['quoted-printable', 'base64', '8bit']) {
        const rows = [
          'Subject: Größe',
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          '',
          'first',
          '--b',
          'Content-Type: application/pdf; name=a.pdf',
          '',
          'pdf',
          '--b',
          `Content-Transfer-Encoding: ${encoding}`,
          '',
          end,
        ]
        for (const tail of [[], ['--b--']]) {
          const source = Buffer.from([...rows, ...tail].join('\r\n'))
          const message = parseMessage(source)
          expect(message).toMatchObject({ subject: 'Größe', attachments: [{ filename: 'a.pdf' }] })
          expect(message.bodyText).toMatch(/^first/)
          expect(attachmentBytes(source, 0)?.toString()).toBe('pdf')
        }
      }
    },
  )
})

describe('charsets', () => {
  const label = (charset: string, source: Buffer) => decodeText(source, charset)

  it.each([
    ['big5', '您好，訂單已出貨'],
    ['gb2312', '你好，订单已发货'],
    ['iso-2022-jp', 'ご注文ありがとう'],
    ['shift_jis', '請求書をお送りします'],
    ['euc-kr', '주문이 발송되었습니다'],
    ['windows-1251', 'Ваш заказ отправлен'],
    ['koi8-r', 'Здравствуйте'],
    ['iso-8859-2', 'Zażółć gęślą jaźń'],
    ['windows-1253', 'Καλημέρα σας'],
    ['windows-1254', 'İyi günler, şirket'],
    ['windows-874', 'สวัสดีครับ'],
    ['windows-1255', 'שלום לכולם'],
    ['x-unknown', 'Größe'],
  ])('recognise UTF-8 under the label %s', (charset, text) =>
    expect(label(charset, Buffer.from(text))).toBe(text),
  )

  it.each([
    ['utf-7', 'Gr+APwA3w-e +ZeVnLIqe-', 'Grüße 日本語'],
    ['unicode-1-1-utf-7', 'Hi +Jjo-', 'Hi ☺'],
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f OK', '안녕 OK'],
    ['hz-gb-2312', 'Hi ~{<:Ky2;S{~} ~~', 'Hi 己所不欲 ~'],
    ['cp437', 'Gr\x81\xe1e', 'Grüße'],
    ['ibm850', 'Caf\x82 \x9b', 'Café ø'],
    ['cp852', '\xa4\x86\xa9', 'Ąćę'],
    ['cp866', '\x8f\xe0\xa8\xa2\xa5\xe2', 'Привет'],
    ['macintosh', 'Caf\x8e', 'Café'],
    ['x-mac-roman', 'Caf\x8e', 'Café'],
    ['x-mac-ce', '\x8b\x87', 'čá'],
    ['x-mac-cyrillic', '\x8f\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['gb2312', '\xd6\xd0\xb9\xfa', '中国'],
    ['big5', '\xa7A\xa6n', '你好'],
  ])('decode %s', (charset, source, text) => expect(label(charset, Buffer.from(source, 'latin1'))).toBe(text))

  it('of text in its own charset win over UTF-8 by chance', () => {
    const words = ['Привет мир', 'Ваш заказ', 'ёлка', 'Доставка завтра']
    const table = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'
    for (const text of words) {
      const cyrillic = Buffer.from(
        [...text].map((c) => (c === 'ё' ? 0xb8 : c === ' ' ? 32 : 0xc0 + table.indexOf(c))),
      )
      expect(label('windows-1251', cyrillic)).toBe(text)
    }
  })

  const html = (head: string, source: string, type = 'text/html') =>
    parseMessage(Buffer.from(`Content-Type: ${type}\r\n\r\n${head}<p>${source}</p>`, 'latin1')).bodyText

  it.each([
    ['<meta charset="windows-1251">', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['<meta charset=shift_jis>', '\x93\xfa\x96{', '日本'],
    ['<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-2">', '\xb1\xe6', 'ąć'],
    ['<meta content="text/html; charset=gb2312" http-equiv=Content-Type>', '\xc4\xe3\xba\xc3', '你好'],
    ['<?xml version="1.0" encoding="koi8-r"?>', '\xf0\xd2\xc9', 'При'],
    ['<meta charset="utf-16">', 'caf\xc3\xa9', 'café'],
    ['<meta charset="windows-1251">', 'caf\xc3\xa9 \xc3\xa0 \xc3\xb4', 'café à ô'],
    ['<meta name="x">', 'caf\xe9', 'café'],
    ["<meta charset='euc-kr' />", '\xbe\xc8\xb3\xe7', '안녕'],
    ['<html><head><title>x</title><meta charset=big5></head>', '\xb1z\xa6n', '您好'],
    ['<meta charset="windows-1253">', '\xca\xe1\xeb\xe7', 'Καλη'],
  ])('are taken from %s where the header has none', (head, source, text) => {
    expect(html(head, source)).toBe(text)
    expect(html(head, source, 'text/html; charset=us-ascii')).toBe(text)
  })

  it('of the header win over those of the document', () => {
    expect(html('<meta charset="utf-8">', '\xcf\xf0\xe8', 'text/html; charset=windows-1251')).toBe('При')
  })

  it.each([
    ['Subject: Gr\xc3\xb6\xc3\x9fe \xff \xc3\xbc', 'Größe \ufffd ü'],
    ['X-Other: \xff\xfe\r\nSubject: \xe4\xbd\xa0\xe5\xa5\xbd', '你好'],
    ['X-Other: \xff\xfe\r\nSubject: caf\xe9', 'café'],
    ['Subject: =?utf-8?Q?Gr=C3=B6=C3=9Fe_=FF_=C3=BC?=', 'Größe \ufffd ü'],
    ['Subject: =?utf-8?B?5L2g5Q==?= =?utf-8?B?pb0=?=', '你好'],
    ['Subject: =?utf-8?Q?=E4=BD?= =?utf-8?Q?=A0?=', '你'],
    ['Subject: =?iso-2022-kr?B?GyQpQw4+SDNn?=', '안녕'],
    ['Subject: =?cp850?Q?Caf=82?=', 'Café'],
    ['Subject: =?gb2312?B?5L2g5aW95ZOI?=', '你好哈'],
    ['Subject: =?utf-7?Q?Gr+APwA3w-e?=', 'Grüße'],
    ['Subject: =?utf-8?B?w7w===?= =?utf-8?Q?=?= x', 'ü x'],
    ['Subject: =?utf-8?Q?a?b?= =?x', '=?utf-8?Q?a?b?= =?x'],
  ])('of a field cost the broken character only: %j', (field, subject) => {
    expect(parseMessage(Buffer.from(`${field}\r\nFrom: a@b.org\r\n\r\nx`, 'latin1')).subject).toBe(subject)
  })

  it('apply to names of senders', () => {
    const from = (field: string) => parseMessage(Buffer.from(`From: ${field}\r\n\r\nx`, 'latin1')).from
    expect(from('=?gb2312?B?5L2g5aW95ZOI?= <a@b.org>')).toEqual({ name: '你好哈', email: 'a@b.org' })
    expect(from('=?cp850?Q?Caf=82,_Bar?= <a@b.org>')).toEqual({ name: 'Café, Bar', email: 'a@b.org' })
  })
})
