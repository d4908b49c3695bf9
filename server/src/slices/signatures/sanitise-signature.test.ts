import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attacks } from '../../protocols/mime/fixtures/attacks.ts'
import { sanitiseSignature } from './sanitise-signature.ts'

const tags =
  'a|b|blockquote|br|code|div|em|font|h1|h2|h3|h4|hr|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|u|ul|table|tbody|td|tfoot|th|thead|tr'
const text = '(?:[^<>&"]|&(?:amp|lt|gt|quot);)*'
const attribute = [
  `(?:title|alt)="${text}"`,
  '(?:dir|lang|align|valign|color|size|border|cellpadding|cellspacing|width|height|colspan|rowspan)="[#+\\w.%-]*"',
  'face="[\\w\\s,-]*"',
  // Colours, lengths, words: no quote, bracket, escape, comment or function but a colour.
  'style="(?:[a-z-]+:(?:rgba?\\([\\d\\s.,%]+\\)|[#\\w\\s.,%-])+(?: !important)?;?)+"',
  `href="(?:https?://|mailto:|tel:)${text}"`,
  'target="_blank"',
  'rel="noopener noreferrer"',
  `src="(?:https://${text}|cid:${text}|[\\w.-]+|data:image/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\\s]+)"`,
].join('|')
/** Everything that a signature may consist of. */
const safe = new RegExp(
  `^(?:[^<>&]|&(?:amp|lt|gt);|</(?:${tags})>|<(?:${tags})(?: (?:${attribute}))*(?: /)?>)*$`,
  'i',
)

const hostile = [
  ...attacks,
  '<img src="http://tracker.example/x.gif">',
  '<img src="//tracker.example/x.gif">',
  '<img src="\\\\tracker.example\\x.gif">',
  '<img src="/api/v1/logout">',
  '<img src="../api/v1/logout">',
  '<img src="https:tracker">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<img src="data:image/png;base64,AAAA&quot; onerror=alert(1) x=&quot;">',
  '<img src="data:image/png,<script>alert(1)</script>">',
  '<img src="java\tscript:alert(1)">',
  '<a href="https://ok.example" target="_top" rel="opener">x</a>',
  '<p style="background-image:url(https://tracker.example/x)">x</p>',
  '<p style="font-family:x;b\\61 ckground:url(//x)">x</p>',
  '<p style="display:none;opacity:0;position:absolute;font-size:0;color:red">x</p>',
  '<p style="color:red}</style><script>alert(1)</script>">x</p>',
  '<table background="https://tracker.example/x"><td bgcolor="red" onclick=alert(1)>x</table>',
  '<font face="x&quot; onload=alert(1)" size="1 onload=alert(1)">x</font>',
  '<p dir="x onload=alert(1)" lang="&quot;>" align="left;x" id=x class=y data-x=z>x</p>',
  '<center><h5>x</h5></center><details open ontoggle=alert(1)>x</details>',
]

describe('a signature', () => {
  it.each(hostile.map((html) => [html]))('keeps only formatting of %j', (html) => {
    const once = sanitiseSignature(html)
    expect(once).toMatch(safe)
    expect(sanitiseSignature(once)).toBe(once)
  })

  it('keeps only formatting of combined attacks', () => {
    const piece = fc.constantFrom(...hostile, '<p>', '</p>', '<td>', '"', "'", '>', '<', '<!--', '-->', '\0')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(200), (pieces, cut) => {
        const joined = pieces.join('')
        for (const html of [joined, joined.slice(cut)]) expect(sanitiseSignature(html)).toMatch(safe)
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['<h5>x</h5><video>y</video>', 'x'],
    ['<img src="http://x.example/x.png" alt="x">', ''],
    ['<img src="cid:logo" alt="">', '<img alt="" src="cid:logo" />'],
    ['<a href="//x.example">x</a>', '<a rel="noopener noreferrer">x</a>'],
    [
      '<p style="font-family:\'Open Sans\',Arial;color:RED">x</p>',
      '<p style="font-family:Open Sans,Arial;color:RED">x</p>',
    ],
    ['a < b & c', 'a &lt; b &amp; c'],
    [`${'<div>'.repeat(60)}x`, `${'<div>'.repeat(50)}x${'</div>'.repeat(50)}`],
  ])('writes %j as %j', (html, written) => {
    expect(sanitiseSignature(html)).toBe(written)
  })

  it('keeps the layout of an ordinary signature', () => {
    const html =
      '<table cellpadding="0" cellspacing="0"><tbody><tr><td width="80" valign="top"><img alt="Logo" width="64" height="64" src="https://acme.example/logo.png" /></td>' +
      '<td style="font-family:Arial,sans-serif;font-size:10.5pt;color:#333333;padding:0 8px"><b>Ada Example</b><br /><a href="tel:+3212345678" rel="noopener noreferrer">+32 12 34 56 78</a>' +
      '<font color="#0055aa" face="Arial" size="2">Acme</font></td></tr></tbody></table>'
    expect(sanitiseSignature(html)).toBe(html)
  })
})
