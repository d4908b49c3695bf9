import { describe, expect, it } from 'vitest'
import { htmlToText } from './html-to-text.ts'

describe('htmlToText', () => {
  it.each([
    ['<p style="display:none">x</p>'],
    ['<p style="DISPLAY : NONE !important">x</p>'],
    ['<div style="visibility:hidden"><b>x</b></div>'],
    ['<span style="font-size:0">x</span>'],
    ['<span style="font-size:0px;line-height:0">x</span>'],
    ['<span style="font-size:1px">x</span>'],
    ['<span style="opacity:0">x</span>'],
    ['<div style="max-height:0;overflow:hidden">x</div>'],
    ['<div style="height:0px;width:0px;overflow:hidden">x</div>'],
    ['<p style="text-indent:-9999px">x</p>'],
    ['<p style="position:absolute;left:-10000px">x</p>'],
    ['<p hidden>x</p>'],
    ['<p style="color:#fff">x</p>'],
    ['<p style="color: WHITE; background-color:#ffffff">x</p>'],
    ['<table bgcolor="#000000"><tr><td><font color="black">x</font></td></tr></table>'],
    ['<!-- x -->'],
    ['<script>x</script><style>x</style><title>x</title><template>x</template><noscript>x</noscript>'],
    ['<div style="display:none"><p>x</div>'],
    ['\u200b\u2060\ufeff\u00ad\u{e0041}\u{e0042}'],
  ])('omits hidden content: %j', (html) => {
    expect(htmlToText(`<p>a</p>${html}<p>b</p>`)).toBe('a\n\nb')
  })

  it.each([
    ['<p style="font-size:10px">x</p>'],
    ['<p style="font-size:0.9em">x</p>'],
    ['<p style="opacity:0.5">x</p>'],
    ['<p style="line-height:0">x</p>'],
    ['<p style="max-width:0">x</p>'],
    ['<td style="width:0">x</td>'],
    ['<p class="button" style="color:#fff">x</p>'],
    ['<div style="background:#123456"><p style="color:#fff">x</p></div>'],
    ['<div style="background:linear-gradient(red,blue)"><p style="color:#fff">x</p></div>'],
  ])('keeps visible content: %j', (html) => {
    expect(htmlToText(html)).toBe('x')
  })

  it('breaks lines at blocks and marks list items and quotes', () => {
    const html =
      '<p>a &amp; b<br>c</p><ul><li>d</li><li>e</li></ul><table><tr><td>f</td><td>g</td></tr></table><blockquote>h<br>i</blockquote>'
    expect(htmlToText(html)).toBe('a & b\nc\n\n- d\n- e\n\nf g\n\n> h\n> i')
  })

  it.each(['gmail_quote', 'x gmail_quote gmail_quote_container', 'yahoo_quoted', 'protonmail_quote'])(
    'marks what the class %s marks as a quote',
    (name) => {
      const html = `<p>Ja.</p><div class="${name}"><div>Am Montag schrieb Bob:</div><blockquote>alt</blockquote></div><p>Ende</p>`
      expect(htmlToText(html)).toBe('Ja.\n\n> Am Montag schrieb Bob:\n\n>> alt\n\nEnde')
    },
  )

  it('keeps meaningful joiners', () => {
    expect(htmlToText('<p>👩\u200d💻 می\u200cخواهم</p>')).toBe('👩\u200d💻 می\u200cخواهم')
  })

  it('stops at the maximum length', () => {
    expect(htmlToText(`<p>${'word '.repeat(1_000_000)}</p>`, 100).length).toBeLessThanOrEqual(100)
  })

  it('keeps lines, lists, cells and entities', () => {
    const html =
      '<h1>Offre</h1><p>Prix&nbsp;: 3&euro;<br>Caf&eacute;</p><ul><li>a<li>b</ul><table><tr><td>1<td>2</table>'
    expect(htmlToText(html)).toBe('Offre\n\nPrix : 3€\nCafé\n\n- a\n- b\n\n1 2')
  })
  it('omits comments, scripts and hidden elements', () => {
    const html =
      'a<!-- no -->b<script>if (1 < 2) x()</script><div style="display:none">no <div>no</div> no</div><span hidden>no</span><p style="font-size:0px">no</p>c'
    expect(htmlToText(html)).toBe('ab\n\nc')
  })
  it('keeps text that only looks like a tag or a reference', () => {
    expect(htmlToText('2 < 3 and <a title="x>y">4</a> &unknown; &#233; &#xD800;')).toBe(
      '2 < 3 and 4 &unknown; é &#xD800;',
    )
  })
  it.each(['<', '<!--', '<div', '<div "', '</', '<!', '<p style="'])(
    'survives a truncated end: %s',
    (end) => {
      expect(htmlToText(`text ${end}`)).toMatch(/^text/)
    },
  )
  it.each([
    ['<', 500_000],
    ['<b>', 160_000],
    ['<div hidden>', 40_000],
    ['<!--', 100_000],
    ['<a href="', 50_000],
    ['</p', 150_000],
    ['a<br>', 100_000],
    ['<p>a', 100_000],
    ['&', 500_000],
    ['\n', 500_000],
  ])('takes linear time on repeated %s', (piece, times) => {
    const start = process.cpuUsage()
    htmlToText(piece.repeat(times))
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
  })
})
