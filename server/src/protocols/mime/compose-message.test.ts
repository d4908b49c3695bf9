import { replyText } from '@mailwright/contract/workflow-graph/reply-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeInvisible } from '../../platform/text/clean-text.ts'
import { ComposeFault, composeMessage, type OutgoingMessage } from './compose-message.ts'
import { attachmentBytes, parseMessage } from './parse-message.ts'
import {
  forwardSubject,
  forwardText,
  quoteHtml,
  quoteText,
  referencesFor,
  replySubject,
} from './quote-original.ts'

const mail: OutgoingMessage = {
  from: { name: 'Ada', email: 'ada@x.org' },
  to: [{ email: 'bob@x.org' }],
  subject: 'Hello',
  text: 'Hi\n',
  messageId: 'id-1@x.org',
  date: new Date('2025-11-03T10:00:00Z'),
}

describe('an outgoing message', () => {
  it('has the same bytes for the same input', async () => {
    const full = {
      ...mail,
      html: '<p>Hi</p>',
      attachments: [{ filename: 'a', mime: 'a/b', content: Buffer.from('x') }],
    }
    const [one, two] = await Promise.all([composeMessage(full), composeMessage(full)])
    expect(one).toEqual(two)
    const other = await composeMessage({ ...full, messageId: 'id-2@x.org' })
    expect(other.bytes.equals(one.bytes)).toBe(false)
  })

  it.each([
    'Re: =?utf-8?B?RnJlZSBtb25leQ==?= for you',
    '=?utf-8?q?a=0D=0ABcc:_eve@example.org?=',
    `=?x?q?${'é'.repeat(100)}?= ${'a'.repeat(300)}`,
  ])('shows a subject that looks encoded as it is: %s', async (subject) => {
    const { bytes } = await composeMessage({ ...mail, subject })
    expect(bytes.toString()).not.toContain(subject.slice(0, 30))
    expect(parseMessage(bytes).subject).toBe(subject)
  })

  it('lists Bcc recipients in the envelope only', async () => {
    const { bytes, envelope } = await composeMessage({
      ...mail,
      bcc: [{ email: 'secret@y.org' }, { email: 'bob@x.org' }],
    })
    expect(envelope).toEqual({ from: 'ada@x.org', to: ['bob@x.org', 'secret@y.org'] })
    expect(bytes.toString()).not.toMatch(/secret|bcc/i)
  })

  it('is marked when sent automatically', async () => {
    const automatic = { kind: 'auto-replied', loopMark: 'instance-1' } as const
    const { bytes } = await composeMessage({
      ...mail,
      automatic,
      inReplyTo: 'q@y',
      references: ['p@y', 'q@y'],
    })
    const parsed = parseMessage(bytes)
    expect(parsed.signals).toMatchObject({ isAutoReply: true, isOwnLoop: true })
    expect(parsed).toMatchObject({ loopMark: 'instance-1', inReplyTo: 'q@y', references: ['p@y', 'q@y'] })
    expect(bytes.toString()).toContain('X-Auto-Response-Suppress: All')
  })

  const injections: [string, Partial<OutgoingMessage>][] = ['\r', '\n', '\r\nBcc: x@y.org', '\0'].flatMap(
    (bad) => [
      ['subject', { subject: `a${bad}` }],
      ['from', { from: { email: `a@b.org${bad}` } }],
      ['from', { from: { name: `a${bad}`, email: 'a@b.org' } }],
      ['to', { to: [{ email: `a${bad}@b.org` }] }],
      ['cc', { cc: [{ name: bad, email: 'a@b.org' }] }],
      ['bcc', { bcc: [{ email: `a@b.org${bad}` }] }],
      ['replyTo', { replyTo: [{ email: `a@b.org${bad}` }] }],
      ['messageId', { messageId: `a@b${bad}` }],
      ['inReplyTo', { inReplyTo: `a@b${bad}` }],
      ['references', { references: [`a@b${bad}`] }],
      ['X-A', { headers: { 'X-A': `a${bad}` } }],
      ['headers', { headers: { [`X-A${bad}`]: 'a' } }],
      ['attachments', { attachments: [{ filename: `a${bad}`, mime: 'a/b', content: Buffer.alloc(0) }] }],
    ],
  )
  it.each(injections)('is rejected with a line break or NUL in %s', async (field, change) => {
    const failure = await composeMessage({ ...mail, ...change }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ComposeFault)
    expect((failure as ComposeFault).field).toBe(field)
  })

  it.each([
    [{ to: [] }],
    [{ to: [{ email: 'nobody' }] }],
    [{ to: [{ email: 'a@b.org, c@d.org' }] }],
    [{ to: [{ email: '<a@b.org>' }] }],
    [{ headers: { Bcc: 'x@y.org' } }],
    [{ headers: { 'Content-Type': 'text/html' } }],
    [{ messageId: '<a@b>' }],
    [{ date: new Date('never') }],
  ] satisfies [Partial<OutgoingMessage>][])('is rejected with %j', async (change) => {
    await expect(composeMessage({ ...mail, ...change })).rejects.toBeInstanceOf(ComposeFault)
  })

  it('never loads a file or URL named by its content', async () => {
    const trap = { path: '/etc/passwd', href: 'http://localhost/' }
    const file = { filename: 'x', mime: 'a/b', content: Buffer.from('safe'), ...trap }
    const { bytes } = await composeMessage({ ...mail, text: 'data:,x', attachments: [file] })
    expect(attachmentBytes(bytes, 0)?.toString()).toBe('safe')
  })

  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  const printable = words.map((s) =>
    removeInvisible(s)
      .replace(/[\p{C}\p{Z}\s"'\\<>=?_]+/gu, ' ')
      .trim(),
  )
  const email = fc.tuple(
    fc.stringMatching(/^[a-z][a-z0-9.+-]{0,20}[a-z0-9]$/),
    fc.stringMatching(/^[a-z]{1,10}\.[a-z]{2,5}$/),
  )
  const address = fc.tuple(printable, email).map(([name, [local, domain]]) => {
    const full = `${local.replace(/\.{2,}/g, '.')}@${domain}`
    return name === '' || name === full ? { email: full } : { name, email: full }
  })
  const body = fc
    .array(
      fc.oneof(words, fc.constantFrom('', '.', '-- ', '--=_mw', 'From x', '> q', 'a'.repeat(2_000), ' x ')),
    )
    .map((lines) =>
      lines
        .join('\n')
        .replace(/[\0\r]/g, '')
        .toWellFormed(),
    )

  it('round-trips through the parser', async () => {
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.uniqueArray(address, { minLength: 1, maxLength: 5, selector: (a) => a.email }),
        printable,
        body,
        fc.uint8Array(),
        async (from, to, subject, text, content) => {
          const attachments = [
            { filename: 'été 1.pdf', mime: 'application/pdf', content: Buffer.from(content) },
          ]
          const { bytes } = await composeMessage({
            ...mail,
            from,
            to,
            subject,
            text,
            html: `<p>${subject.length}</p>`,
            attachments,
          })
          expect(bytes.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/)
          const parsed = parseMessage(bytes)
          expect(parsed).toMatchObject({
            from,
            to,
            subject: subject === '' ? null : subject,
            messageId: 'id-1@x.org',
          })
          expect(parsed.date).toBe(mail.date.toISOString())
          if (text.trim() !== '') expect(parsed.bodyText?.trimEnd()).toBe(text.trimEnd())
          expect(parsed.bodyHtml?.trim()).toBe(`<p>${subject.length}</p>`)
          expect(parsed.attachments).toMatchObject([{ filename: 'été 1.pdf', size: content.length }])
          expect(attachmentBytes(bytes, 0)).toEqual(Buffer.from(content))
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a reply', () => {
  const original = {
    from: { name: 'Bob <b>', email: 'b@x.org' },
    to: [],
    subject: 'Old',
    date: new Date('2025-11-03T10:00:00Z'),
  }

  it.each([
    ['Order', 'Re: Order'],
    ['Re: Order', 'Re: Order'],
    ['RE : Order', 'RE : Order'],
    ['AW: Order', 'AW: Order'],
    ['回复：订单', '回复：订单'],
    ['Fwd: Order', 'Re: Fwd: Order'],
    ['[list] Re: Order', '[list] Re: Order'],
    [null, 'Re:'],
  ])('to %j has subject %j', (subject, reply) => expect(replySubject(subject)).toBe(reply))

  it('sets a forward prefix once', () => {
    expect(forwardSubject('Order')).toBe('Fwd: Order')
    expect(forwardSubject('TR: Order')).toBe('TR: Order')
    expect(forwardSubject('WG: Order')).toBe('WG: Order')
  })

  it('references its ancestors', () => {
    expect(referencesFor({ messageId: 'c', references: ['a', 'b'] })).toEqual({
      inReplyTo: 'c',
      references: ['a', 'b', 'c'],
    })
    expect(referencesFor({ messageId: 'c', inReplyTo: 'b' })).toEqual({
      inReplyTo: 'c',
      references: ['b', 'c'],
    })
    expect(referencesFor({ messageId: null })).toEqual({ inReplyTo: null, references: [] })
    const many = Array.from({ length: 200 }, (_, i) => `${i}`)
    expect(referencesFor({ messageId: 'c', references: many }).references).toHaveLength(100)
  })

  it.each(['en', 'fr'] as const)('quotes in %s in a form that the quote stripper recognises', (language) => {
    const quoted = quoteText(original, 'one\n\n> older\ntwo\n', { language, timeZone: 'Europe/Paris' })
    expect(quoted.split('\n').slice(1)).toEqual(['> one', '>', '>> older', '> two', ''])
    expect(quoted).toContain('11:00')
    expect(replyText(`My answer.\n\n${quoted}`)).toBe('My answer.')
    expect(replyText(`My answer.\n\n${forwardText(original, 'old', { language })}`)).toBe('My answer.')
  })

  it('escapes the sender name in HTML', () => {
    expect(quoteHtml(original, '<p>safe</p>')).toContain('Bob &lt;b&gt; &lt;b@x.org&gt;')
  })
})
