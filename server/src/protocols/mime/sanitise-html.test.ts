import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attacks } from './fixtures/attacks.ts'
import { violations } from './fixtures/only-allowed.ts'
import { sanitise } from './sanitise-html.ts'

describe('sanitise', () => {
  it.each(attacks.map((attack) => [attack]))('leaves nothing outside the allow-list in %j', (attack) => {
    const { html } = sanitise(attack)
    expect(violations(html)).toEqual([])
  })

  it('is idempotent', () => {
    for (const attack of attacks) {
      const once = sanitise(attack).html
      expect(sanitise(once).html).toBe(once)
    }
  })

  it('leaves nothing outside the allow-list in combined attacks', () => {
    const piece = fc.constantFrom(
      ...attacks,
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '"',
      "'",
      '>',
      '<',
      '<!--',
      '-->',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(200), (pieces, cut) => {
        const joined = pieces.join('')
        for (const html of [joined, joined.slice(cut)]) expect(violations(sanitise(html).html)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('keeps the layout of an ordinary message', () => {
    const html =
      '<table width="600" cellpadding="0" bgcolor="#ffffff"><tbody><tr><td style="padding:8px 12px;color:#333;font-family:Arial,\'Helvetica Neue\',sans-serif;border:1px solid #ccc;line-height:1.5" align="center"><b>Hi</b> <font color="red" size="+1">you</font></td></tr></tbody></table>'
    expect(sanitise(html).html).toBe(html.replace("'Helvetica Neue'", 'Helvetica Neue'))
  })

  it.each([
    [
      '<body style="background-color:#eee;color:#333"><p>x</p></body>',
      '<div style="display:flow-root;background-color:#eee;color:#333"><p>x</p></div>',
    ],
    [
      '<body bgcolor="#ffeecc" text="navy"><p>x</p></body>',
      '<div style="display:flow-root;background-color:#ffeecc;color:navy"><p>x</p></div>',
    ],
    ['<body bgcolor="url(x)" onload=alert(1)>x', 'x'],
    [
      '<p style="font:italic bold 12px/1.5 \'Open Sans\',Arial,sans-serif">x</p>',
      '<p style="font:italic bold 12px/1.5 Open Sans,Arial,sans-serif">x</p>',
    ],
    [
      '<td style="background:#fff url(https://t.example/x.png) no-repeat center">x</td>',
      '<td style="background:#fff">x</td>',
    ],
    [
      '<td style="background:url(x) repeat-x rgb(1, 2, 3)">x</td>',
      '<td style="background:rgb(1, 2, 3)">x</td>',
    ],
    ['<td style="background:none">x</td>', '<td style="background:transparent">x</td>'],
    ['<td style="background:linear-gradient(red,blue)">x</td>', '<td>x</td>'],
    [
      '<p style="font-size:.9em;margin:1.1428em 0 2vh;width:3pc">x</p>',
      '<p style="font-size:.9em;margin:1.1428em 0 2vh;width:3pc">x</p>',
    ],
    ['<ul style="list-style:none"><li>x</li></ul>', '<ul style="list-style:none"><li>x</li></ul>'],
    [
      '<p class="MsoNormal">x</p><p class="x_MsoListParagraph" style="margin-left:36pt">y</p>',
      '<p style="margin:0">x</p><p style="margin:0;margin-left:36pt">y</p>',
    ],
    ['<p style="font:12px url(x)">x</p>', '<p>x</p>'],
    [
      '<p style="margin-left:36.0pt;text-indent:-18.0pt">· été</p>',
      '<p style="margin-left:36.0pt;text-indent:-18.0pt">· été</p>',
    ],
    ['<p style="text-indent:-9999px">x</p>', '<p>x</p>'],
    [
      '<body><center><table style="font-size:12px"><tr><td>x</td></tr></table></center></body>',
      '<center><table style="text-align:start;font-size:medium;font-weight:normal;font-style:normal;line-height:normal;white-space:normal;font-size:12px"><tr><td>x</td></tr></table></center>',
    ],
    [
      '<!doctype html><body><center><table><tr><td>x</td></tr></table></center></body>',
      '<center><table><tr><td>x</td></tr></table></center>',
    ],
    ['<p style="text-indent:-99em">x</p>', '<p>x</p>'],
  ])('keeps the look of %j', (source, html) => {
    expect(sanitise(source).html).toBe(html)
    expect(sanitise(html).html).toBe(html)
    expect(violations(html)).toEqual([])
  })

  it.each([
    ['<div class="gmail_quote">x</div>', 'quote'],
    ['<blockquote type="cite">x</blockquote>', 'quote'],
    ['<div id="divRplyFwdMsg">x</div>', 'quote'],
    ['<div class="x_gmail_quote y">x</div>', 'quote'],
    ['<div class="yahoo_quoted">x</div>', 'quote'],
    ['<div class="protonmail_quote">x</div>', 'quote'],
    ['<div id="mail-editor-reference-message-container">x</div>', 'quote'],
    ['<div class="gmail_signature" dir="ltr">x</div>', 'signature'],
    ['<div class="moz-signature">x</div>', 'signature'],
    ['<div id="Signature">x</div>', 'signature'],
    ['<div id="ms-outlook-mobile-signature">x</div>', 'signature'],
    ['<div class="quote-of-the-day">x</div>', ''],
    ['<blockquote>x</blockquote>', ''],
  ])('marks history and signatures: %j', (source, mark) => {
    const { html } = sanitise(source)
    expect(/data-(\w+)="true"/.exec(html)?.[1] ?? '').toBe(mark)
    expect(sanitise(html).html).toBe(html)
  })

  it('opens links in a new tab without a referrer', () => {
    expect(sanitise('<a href="https://a.example/?x=1&amp;y=2">a</a>').html).toBe(
      '<a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    )
    expect(
      sanitise('<a href="mailto:a@b.example">a</a><a href="tel:+331">b</a>').html.match(/href=/g),
    ).toHaveLength(2)
  })

  it('removes and reports remote images', () => {
    const { html, hasRemoteImages } = sanitise(
      '<p>x<img src="https://t.example/p.gif" width="1" alt="logo"></p>',
    )
    expect(html).toBe('<p>x<img width="1" alt="logo" /></p>')
    expect(hasRemoteImages).toBe(true)
    for (const remote of [
      '<td background="http://t.example/x">',
      '<p style="background:url(//t.example/x)">',
      '<img src="//t.example/x">',
      '<style>p{background:url(https://t.example/x)}</style>',
    ]) {
      expect(sanitise(remote).hasRemoteImages, remote).toBe(true)
    }
    expect(sanitise('<img src="cid:a"><a href="https://x.example">x</a>').hasRemoteImages).toBe(false)
  })

  it('shows remote images under our own path on request', () => {
    const source = '<img src="http://t.example/a b.png?x=1&amp;y#z">'
    const { html, images } = sanitise(source, { imagePath: '/own/' })
    expect(images).toEqual(['http://t.example/a%20b.png?x=1&y'])
    expect(html).toMatch(/^<img src="\/own\/[0-9a-f]{32}" \/>$/)
    expect(sanitise(source)).not.toHaveProperty('images')
  })

  it.each([
    ['<base href="https://t.example/a/"><img src="x.png">', 'https://t.example/a/x.png'],
    ['<td background="//t.example/x.png">', 'https://t.example/x.png'],
    ['<body background="https://t.example/x.png">', 'https://t.example/x.png'],
    ['<p style="background: #fff url(\'https://t.example/x.png\') no-repeat">', 'https://t.example/x.png'],
    ['<p style="color:red;background-image:u\\72l(https://t.example/x.png)">', 'https://t.example/x.png'],
  ])('shows the remote image of %s', (source, url) => {
    const { html, images } = sanitise(source, { imagePath: '/own/' })
    expect(images).toEqual([url])
    expect(html).toMatch(/\/own\/[0-9a-f]{32}/)
    expect(html).not.toContain('t.example')
  })

  it.each([
    '<img src="https://t.example/p.gif" width="1" height="1">',
    '<img src="https://t.example/p.gif" style="width: 1px; height: 1px">',
    '<img src="https://t.example/p.gif" style="display:none">',
    '<img src="https://ada:secret@t.example/x.png">',
    '<img src="ftp://t.example/x.png">',
    '<img src="/api/v1/messages/1/remote-images/x">',
    '<video poster="https://t.example/x.png"></video>',
    `<img src="https://t.example/${'x'.repeat(5_000)}">`,
  ])('does not load %.80s', (source) => {
    const { html, images } = sanitise(source, { imagePath: '/own/' })
    expect([images, html.includes('/own/')]).toEqual([[], false])
  })

  it('shows a bounded number of remote images', () => {
    const source = Array.from({ length: 10_000 }, (_, n) => `<img src="https://t.example/${n}">`).join('')
    const { html, images } = sanitise(source + source, { imagePath: '/own/' })
    expect(images).toHaveLength(200)
    expect(html.match(/\/own\//g)).toHaveLength(400)
  })

  it('maps inline images to the given URLs, if these are safe', () => {
    const cidUrls = { 'a@b': '/api/v1/messages/1/attachments/0', bad: 'javascript:alert(1)', __proto__: 'x' }
    const of = (cid: string) => sanitise(`<img src="cid:${cid}">`, { cidUrls }).html
    expect(of('a@b')).toBe('<img src="/api/v1/messages/1/attachments/0" />')
    expect(of('a%40b')).toBe('<img src="/api/v1/messages/1/attachments/0" />')
    expect(of('bad')).toBe('<img />')
    expect(of('constructor')).toBe('<img />')
    expect(of('missing')).toBe('<img />')
    expect(sanitise('<img src="data:image/png;base64,iVBORw0KGgo=">').html).toContain('data:image/png')
  })

  it('flattens deep nesting in linear time', () => {
    const started = process.cpuUsage()
    for (const html of [
      `${'<div>'.repeat(100_000)}deep`,
      `${'<b>'.repeat(150_000) + '</i>'.repeat(150_000)}deep`,
      `${'<b></i>'.repeat(100_000)}deep`,
      `${'<td><b>'.repeat(80_000)}deep`,
      `${'<b/>'.repeat(100_000)}deep`,
      `${'<a<'.repeat(200_000)}>deep`,
      `${'<b x="'.repeat(100_000)}deep`,
    ]) {
      const { html: clean } = sanitise(html)
      expect(violations(clean)).toEqual([])
    }
    expect(sanitise(`${'<div>'.repeat(1_000)}deep`).notes).toContain('flattened')
    expect(sanitise(`${'<div>'.repeat(1_000)}deep`).html).toContain('deep')
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(60_000)
  })

  it('truncates and reports overlong HTML', () => {
    const { html, notes } = sanitise(`<p>${'x'.repeat(3_000_000)}</p>`)
    expect(notes).toEqual(['cut'])
    expect(html.length).toBeLessThan(2_200_000)
    expect(html.endsWith('</p>')).toBe(true)
  })

  it('does not count a thousand unclosed paragraphs as nesting', () => {
    for (const [source, tag] of [
      ['<p>one', /<p>/g],
      ['<li>one', /<li>/g],
      ['<tr><td>one', /<td>/g],
    ] as const) {
      const { html, notes } = sanitise(source.repeat(2_000))
      expect(notes).toEqual([])
      expect(html.match(tag)).toHaveLength(2_000)
    }
  })
})
