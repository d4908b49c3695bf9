import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { sampleMail } from './fixtures/sample-mails.ts'
import { attachmentBytes, parseMessage } from './parse-message.ts'

const parse = (...rows: string[]) => parseMessage(Buffer.from(rows.join('\r\n'), 'utf8'))
const latin = (...rows: string[]) => parseMessage(Buffer.from(rows.join('\r\n'), 'latin1'))

describe('header fields', () => {
  it('are parsed and normalised', () => {
    const message = parse(
      'From: =?utf-8?q?=C3=89mile?= <Emile@Exemple.FR>',
      'To: "Doe, Jane" <jane@x.org>, bob@x.org, Bob <bob@x.org>',
      'Cc: Team: a@x.org, b@x.org;, undisclosed-recipients:;',
      'Reply-To: <r@x.org>',
      'Subject: =?iso-8859-1?Q?Caf=E9?=\r\n =?utf-8?B?IOKCrA==?=',
      'Date: Mon, 3 Nov 2025 10:00:00 +0100 (CET)',
      'Message-ID:  <A.b@c> ',
      'In-Reply-To: <p@c> (from someone)',
      'References: <s@c>\r\n\t<p@c> <s@c>',
      '',
      'Hello',
    )
    expect(message).toMatchObject({
      from: { name: 'Émile', email: 'Emile@exemple.fr' },
      to: [{ name: 'Doe, Jane', email: 'jane@x.org' }, { email: 'bob@x.org' }],
      cc: [{ email: 'a@x.org' }, { email: 'b@x.org' }],
      replyTo: [{ email: 'r@x.org' }],
      subject: 'Café €',
      date: '2025-11-03T09:00:00.000Z',
      messageId: 'A.b@c',
      inReplyTo: 'p@c',
      references: ['s@c', 'p@c'],
      bodyText: 'Hello',
      bodyComplete: true,
    })
    expect(message.headersSubset).toMatchObject({
      messageIdHeader: 'A.b@c',
      date: message.date,
      to: message.to,
    })
  })

  it.each([
    ['3 Nov 25 10:00 GMT', '2025-11-03T10:00:00.000Z'],
    ['Mon, 03 Nov 2025 10:00:00 -0800', '2025-11-03T18:00:00.000Z'],
    ['Mon, 3 Nov 2025 10:00:00 EST', '2025-11-03T15:00:00.000Z'],
    ['2025-11-03T10:00:00Z', '2025-11-03T10:00:00.000Z'],
    ['Mon, 99 Foo 2025 10:00:00 +0000', null],
    ['yesterday', null],
    ['Thu, 1 Jan 1903 00:00:00 +0000', null],
    ['Thu, 1 Jan 9999 00:00:00 +0000', null],
    ['', null],
  ])('parse the date %j as %j', (field, date) => {
    expect(parse(`Date: ${field}`, '', 'x').date).toBe(date)
  })

  it('cannot inject a line into a value', () => {
    const message = parse('Subject: a\rBcc: x@y.org\0\u2028b', 'From: "a\rb" <a@b.org\n\r>', '', 'x')
    expect(JSON.stringify(message)).not.toMatch(/\\r|\\u0000|\u2028/)
    expect(message.bcc).toEqual([])
    const word = parse(
      'Subject: =?utf-8?Q?a=0D=0ABcc:_x@y.org?=',
      'From: =?utf-8?Q?a=0D=0Ab?= <a@b.org>',
      '',
      'x',
    )
    expect(word.subject).toBe('a Bcc: x@y.org')
    expect(word.from).toEqual({ name: 'a b', email: 'a@b.org' })
  })

  it('keep a hundred references: the first and the nearest', () => {
    const ids = Array.from({ length: 300 }, (_, i) => `<${i}@x>`)
    const { references } = parse(`References: ${ids.join(' ')}`, '', 'x')
    expect(references).toHaveLength(100)
    expect([references[0], references[99]]).toEqual(['0@x', '299@x'])
  })

  it('may have the names of JavaScript properties', () => {
    const message = parse('__proto__: x', 'constructor: y', 'From: a@b.org', '', 'x')
    expect(message.from).toEqual({ email: 'a@b.org' })
    expect(Object.getPrototypeOf(message.notableHeaders)).toBe(Object.prototype)
  })
})

describe('the body', () => {
  it.each([
    ['iso-8859-1', 'caf\xe9', 'café'],
    ['utf-8', 'caf\xc3\xa9', 'café'],
    ['us-ascii', 'caf\xc3\xa9', 'café'],
    ['utf-8', 'caf\xe9 tr\xe8s bien', 'café très bien'],
    ['x-unknown-thing', 'caf\xe9', 'café'],
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['cp932', '\x93\xfa\x96{', '日本'],
    ['iso-2022-jp', '\x1b$BF|K\\\x1b(B', '日本'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
  ])('is decoded from %s', (charset, bytes, text) => {
    expect(latin(`Content-Type: text/plain; charset=${charset}`, '', bytes).bodyText).toBe(text)
  })

  it('includes both alternatives and all parts of a mixed message', () => {
    const message = parse(
      'Content-Type: multipart/mixed; boundary="o"',
      '',
      'preamble',
      '--o',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      'Content-Type: text/plain',
      '',
      'plain',
      '--i',
      'Content-Type: text/html',
      '',
      '<p>rich</p>',
      '--i--',
      '--o',
      'Content-Type: text/plain',
      '',
      'list <footer>',
      '--o--',
      'epilogue',
    )
    expect(message.bodyText).toBe('plain\n\nlist <footer>')
    expect(message.bodyHtml).toContain('<p>rich</p>')
    expect(message.bodyHtml).toContain('list &lt;footer&gt;')
    expect(message.attachments).toEqual([])
  })

  const parts = (mark: string, end = `--${mark}--`) => [
    `--${mark}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Grüße',
    `--${mark}`,
    'X-Any: 1',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Grüße</p>',
    end,
  ]
  it.each([
    ['without a boundary', 'Content-Type: multipart/alternative', parts('abc')],
    ['with an empty boundary', 'Content-Type: multipart/alternative; boundary=""', parts('abc')],
    ['with another boundary', 'Content-Type: multipart/alternative; boundary="xyz"', parts('=_abc')],
    ['with a cut boundary', 'Content-Type: multipart/alternative; boundary=a b', parts('a b c')],
    ['with a broken parameter', 'Content-Type: multipart/alternative; boundary: abc', parts('abc')],
    ['with a preamble', 'Content-Type: multipart/alternative', ['Ceci est du MIME.', '', ...parts('abc')]],
    ['without an end', 'Content-Type: multipart/alternative; boundary=q', parts('abc', '')],
    [
      'with folded fields',
      'Content-Type: multipart/alternative',
      parts('abc').map((row) => row.replace('; ', ';\r\n ')),
    ],
    ['with a boundary in single quotes', "Content-Type: multipart/alternative; boundary='abc'", parts('abc')],
    [
      'with a blank after its end',
      'Content-Type: multipart/alternative; boundary=abc',
      parts('abc', '--abc-- '),
    ],
    ['of an unknown kind', 'Content-Type: multipart/x-letter; boundary=abc', parts('abc').toSpliced(0, 4)],
    [
      'with a Japanese preamble',
      'Content-Type: multipart/mixed',
      ['これは MIME です。', '', ...parts('abc').toSpliced(0, 4)],
    ],
  ])('is never raw MIME: a multipart %s', (_, field, rows) => {
    const message = parse(field, '', ...rows)
    expect(message).toMatchObject({ bodyText: 'Grüße', attachments: [] })
    expect(message.bodyHtml?.trim()).toBe('<p>Grüße</p>')
  })

  it('is derived from the HTML without a text part', () => {
    const message = parse(
      'Content-Type: text/html',
      '',
      '<p>One</p><p style="display:none">hidden</p><p>Two</p>',
    )
    expect(message).toMatchObject({ bodyText: 'One\n\nTwo', bodyTextFromHtml: true, snippet: 'One Two' })
  })

  it('joins format=flowed lines', () => {
    const flowed = parse(
      'Content-Type: text/plain; format=flowed',
      '',
      'one ',
      'two',
      '> a ',
      '> b',
      '-- ',
      'me',
    )
    expect(flowed.bodyText).toBe('one two\n> a b\n-- \nme')
  })

  it('is previewed without quotes and signatures', () => {
    const { snippet } = parse(
      'Subject: x',
      '',
      'Yes, fine.',
      '',
      '-- ',
      'Ada',
      '',
      'On Mon, Bob <b@x.org> wrote:',
      '> ok?',
    )
    expect(snippet).toBe('Yes, fine.')
    expect(parse('Subject: x', '', '> only a quote').snippet).toBe('> only a quote')
    expect(parse('Subject: x', '', '').snippet).toBeNull()
  })

  it('never contains what PostgreSQL rejects, whatever the bytes are', () => {
    const chunk = fc.constantFrom(
      '\r\n',
      '\r\n\r\n',
      '--x\r\n',
      '--x--',
      'Content-Type: multipart/mixed; boundary=x\r\n',
      '\0',
      '\xff\xd8',
      'Subject: =?utf-16?B?ANg=?=\r\n',
      'Content-Type: text/html; charset=utf-16\r\n',
      '<b',
      '=?',
      '=00=D8',
      'a',
      'Content-Transfer-Encoding: quoted-printable\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      'From: ',
      '@',
      "Content-Disposition: attachment; filename*=utf-16''%00%d8..\r\n",
      'Content-Type: text/plain; format=flowed\r\n',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(chunk, fc.string({ unit: 'binary' })), { maxLength: 30 }), (chunks) => {
        const message = parseMessage(Buffer.from(chunks.join(''), 'latin1'))
        const text = JSON.stringify(message)
        expect(text.includes('\\u0000')).toBe(false)
        expect(/\\ud[89a-f][0-9a-f]{2}/i.test(text)).toBe(false)
        for (const { position } of message.attachments) {
          expect(attachmentBytes(Buffer.from(chunks.join(''), 'latin1'), position)).not.toBeNull()
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('parses the sample messages like postal-mime', async () => {
  for (let i = 0; i < 40; i++) {
    const source = sampleMail(i)
    const theirs = await PostalMime.parse(source)
    const ours = parseMessage(source)
    expect(ours.subject).toBe(theirs.subject)
    expect(ours.from).toEqual({ name: theirs.from?.name, email: theirs.from?.address })
    expect(ours.date).toBe(theirs.date)
    expect(`<${ours.messageId}>`).toBe(theirs.messageId)
    if (!ours.bodyTextFromHtml) expect(ours.bodyText?.trim()).toBe(theirs.text?.trim())
    expect(ours.bodyHtml?.trim()).toBe(theirs.html?.trim())
    for (const [position, { filename, content }] of theirs.attachments.entries()) {
      expect(ours.attachments[position]?.filename).toBe(filename)
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
      expect(attachmentBytes(source, position)).toEqual(bytes)
    }
  }
})
