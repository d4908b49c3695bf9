import { describe, expect, it } from 'vitest'
import { attachmentBytes, parseMessage } from './parse-message.ts'

const parse = (...rows: string[]) => parseMessage(Buffer.from(rows.join('\r\n'), 'utf8'))

describe('attachments', () => {
  const withFile = (...fields: string[]) =>
    parse(
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'see file',
      '--x',
      ...fields,
      '',
      'YWJj',
      '--x--',
    )

  it.each([
    ['Content-Disposition: attachment; filename="../../etc/passwd"', 'passwd'],
    ['Content-Disposition: attachment; filename="C:\\\\Windows\\\\x.exe"', 'x.exe'],
    ["Content-Disposition: attachment; filename*=utf-8''invoice%E2%80%AEfdp.exe", 'invoicefdp.exe'],
    ["Content-Disposition: attachment; filename*0*=utf-8''%e2%82%ac; filename*1=uro.pdf", '€uro.pdf'],
    ['Content-Disposition: attachment; filename="=?utf-8?B?w6kucGRm?="', 'é.pdf'],
    ['Content-Disposition: attachment; filename="a\tb.pdf"', 'a b.pdf'],
    ['Content-Disposition: attachment; filename=".htaccess"', 'htaccess'],
    ['Content-Disposition: attachment; filename=".."', 'attachment-1.bin'],
    ['Content-Disposition: attachment; filename="CON.txt"', '_CON.txt'],
    ['Content-Disposition: attachment; filename=""', 'attachment-1.bin'],
    ['Content-Disposition: attachment', 'attachment-1.bin'],
    ['Content-Type: image/png', 'image-1.png'],
    ['Content-Type: application/pdf; name="by type.pdf"', 'by type.pdf'],
  ])('are named from %j as %j', (field, filename) => {
    const type = field.startsWith('Content-Type') ? [] : ['Content-Type: application/octet-stream']
    const [attachment] = withFile(...type, field, 'Content-Transfer-Encoding: base64').attachments
    expect(attachment).toMatchObject({ filename, position: 0, size: 3 })
  })

  it('keep the extension of an overlong name', () => {
    const [attachment] = withFile(`Content-Type: application/pdf; name="${'x'.repeat(500)}.pdf"`).attachments
    expect(attachment?.filename).toMatch(/^x{196}\.pdf$/)
  })

  it('count only if they are files, not inline images', () => {
    const related = parse(
      'Content-Type: multipart/related; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      '<img src="cid:logo@x">',
      '--x',
      'Content-Type: image/png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      'YWJj',
      '--x--',
    )
    expect(related.attachments).toMatchObject([
      { disposition: 'inline', contentId: 'logo@x', mime: 'image/png', size: 3 },
    ])
    expect(related.hasAttachments).toBe(false)
    expect(withFile('Content-Type: application/pdf').hasAttachments).toBe(true)
    expect(withFile('Content-Type: application/pgp-signature').hasAttachments).toBe(false)
    expect(
      withFile('Content-Type: image/jpeg; name=a.jpg', 'Content-Disposition: inline').hasAttachments,
    ).toBe(true)
  })

  it('are named after the subject of a forwarded message', () => {
    const source = [
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: message/rfc822',
      '',
    ]
    const bytes = Buffer.from([...source, 'Subject: Old/news', '', 'hi', '--x--'].join('\r\n'))
    expect(parseMessage(bytes).attachments).toMatchObject([
      { filename: 'Old-news.eml', mime: 'message/rfc822' },
    ])
    expect(attachmentBytes(bytes, 0)?.toString()).toBe('Subject: Old/news\r\n\r\nhi')
  })

  it('are decoded from base64 that is padded on each line', () => {
    const rows = [
      'Content-Type: application/pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'YQ==',
      'YWI=',
      'YWJj',
    ]
    const bytes = Buffer.from(rows.join('\r\n'))
    expect(parseMessage(bytes).attachments[0]?.size).toBe(6)
    expect(attachmentBytes(bytes, 0)?.toString()).toBe('aababc')
  })
})
