import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { attacks } from './fixtures/attacks.ts'
import type { ParsedAttachment } from './parsed-message.ts'
import { sanitise } from './sanitise-html.ts'
import { sanitiserVersion, withInlineImages } from './stored-html.ts'
import { toStoredHtml } from './to-stored-html.ts'

const image = (position: number, contentId: string | null): ParsedAttachment => ({
  position,
  filename: 'a.png',
  mime: 'image/png',
  size: 5,
  disposition: 'inline',
  contentId,
})
const attachments = [image(0, null), image(3, 'logo@x'), image(12, 'a b')]
const urlOf = (position: number) => `/api/v1/messages/m/attachments/${position}`
const cidUrls = { 'logo@x': urlOf(3), 'a b': urlOf(12) }

const mails = [
  ...attacks,
  '<p>Hi <img src="cid:logo@x" alt="a>b"><IMG alt="" width=3 src=cid:a%20b></p>',
  '<p>&lt;img src="/inline/3"&gt; <img src="/inline/3"> <a href="/inline/3">x</a> src="/inline/3"</p>',
  '<p title="<img src=&quot;/inline/3&quot;">x</p><img alt=\'<img src="/inline/3">\' src="cid:logo@x">',
  '<style>.a>b{color:red}</style><div class="a" style="background:url(cid:logo@x)"><b>x</b></div>',
  '<body bgcolor="#eee" text=red><img src="https://t.example/p.gif"></body>',
]

describe('stored HTML', () => {
  it.each(mails.map((mail) => [mail]))('is what is shown of %j', (bodyHtml) => {
    const stored = toStoredHtml({ bodyHtml, attachments })
    const { html, hasRemoteImages } = sanitise(bodyHtml, { cidUrls })
    expect(stored && { ...stored, html: withInlineImages(stored.html, urlOf) }).toEqual({
      html,
      hasRemoteImages,
      version: sanitiserVersion,
    })
  })

  it('is not made of long HTML, nor of none', () => {
    expect(toStoredHtml({ bodyHtml: `<p>${'x'.repeat(40_000)}</p>`, attachments })).toBeUndefined()
    expect(toStoredHtml({ bodyHtml: null, attachments })).toBeUndefined()
  })

  it('has a new version whenever the sanitiser returns something else', () => {
    const digest = createHash('sha256')
    for (const mail of mails) digest.update(sanitise(mail, { cidUrls }).html)
    // When this fails: increase `sanitiserVersion` and correct both.
    expect([sanitiserVersion, digest.digest('hex').slice(0, 16)]).toEqual([1, 'aaa57143129d75f6'])
  })
})
