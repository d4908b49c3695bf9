import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import recorded from './fixtures/visible-text.json' with { type: 'json' }
import { htmlToText } from './html-to-text.ts'

const lines = (html: string) => htmlToText(html).replace(/\n+/g, ' | ')

describe('visible text', () => {
  it.each([
    [
      'the columns of a newsletter framework',
      '<!doctype html><body><div style="font-size:0px"><table style="font-size:0"><tr><td style="direction:ltr;font-size:0px;padding:20px 0"><div style="font-size:0px;display:inline-block;width:100%"><div style="font-family:Arial;font-size:16px;line-height:1.5">Bonjour Zoé, votre commande est prête.</div></div></td></tr></table></div>',
      'Bonjour Zoé, votre commande est prête.',
    ],
    [
      'a wrapper of one pixel',
      '<div style="font-size:1px;line-height:1px"><p style="font-size:14px">Ihre Rechnung liegt bereit.</p>unsichtbar</div>',
      'Ihre Rechnung liegt bereit.',
    ],
    [
      'a size in the font shorthand',
      '<div style="font:0/0 a"><span style="font:italic 700 14px/20px Georgia, serif">Su pedido</span></div>',
      'Su pedido',
    ],
    [
      'relative sizes',
      '<div style="font-size:20px">Hei <span style="font-size:.02em">piilo</span> <b style="font-size:80%">maailma</b></div>',
      'Hei maailma',
    ],
    [
      'a preheader hidden by a class',
      '<style>.preheader{display:none!important;visibility:hidden}</style><span class="preheader">ukryty</span><p>Dzień dobry</p>',
      'Dzień dobry',
    ],
    [
      'parts for small screens only',
      '<style>.mobile{display:none}@media only screen and (max-width:480px){.mobile{display:block!important}.desktop{display:none!important}}</style><div class="desktop">桌面</div><div class="mobile">手机</div>',
      '桌面',
    ],
    [
      'a style in a conditional comment',
      '<!--[if mso]><style>p{display:none}</style><![endif]--><p>Γειά σου</p>',
      'Γειά σου',
    ],
    [
      'a head that is never closed',
      '<html><head><meta charset="utf-8"><title>no</title><div>Привет</div>',
      'Привет',
    ],
    ['text in a head', '<html><head>مرحبا<style>p{}</style></head><body><p>بالعالم</p>', 'مرحبا | بالعالم'],
    [
      'a visible child of an invisible parent',
      '<div style="visibility:hidden">no <b style="visibility:visible">はい</b></div>',
      'はい',
    ],
    [
      'no child of a transparent or undisplayed parent',
      '<div style="opacity:0"><b style="opacity:1">no</b></div><div style="display:none"><b style="display:block">no</b></div>예',
      '예',
    ],
    [
      'inherited colours',
      '<!doctype html><div style="color:#fff">no <span style="color:#111">Xin chào</span><div style="background:#000">bạn</div></div>',
      'Xin chào | bạn',
    ],
    [
      'a table that ignores the size around it, without a doctype',
      '<body style="font-size:0"><table><tr><td>Cześć</td></tr></table></body>',
      'Cześć',
    ],
    [
      'cells and tables that grow with their content',
      '<table><tr><td style="height:0;overflow:hidden">Merhaba</td></tr></table><span style="max-height:0;overflow:hidden">dünya</span>',
      'Merhaba | dünya',
    ],
    [
      'text for screen readers only, which is not shown',
      '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">no</span><p>Ahoj</p>',
      'Ahoj',
    ],
    ['kept line breaks', '<div style="white-space:pre-wrap">un\n  deux\n\ntrois</div>', 'un | deux | trois'],
    [
      'links shown as blocks',
      '<a style="display:block">uno</a><a style="display:block">dos</a>',
      'uno | dos',
    ],
    [
      'the more specific rule and the important one',
      '<style>#a{display:none}.b{display:block!important}td .c{display:none}.c{display:block}</style><p id="a" class="b">ja</p><table><tr><td><p class="c">no</td></table>',
      'ja',
    ],
    [
      'attribute selectors',
      '<style>*[class~=gone],[data-x^="hi"]{display:none}</style><p class="x gone">no</p><p data-x="hidden">no</p><p>Szia</p>',
      'Szia',
    ],
  ])('contains %s', (_, html, shown) => expect(lines(html)).toBe(shown))

  it.each([
    ['<head><title>no</title><p>Hola</p>', 'Hola'],
    ['<html><head><style>p{color:#111}</style><table><tr><td>Hallo</td></tr></table>', 'Hallo'],
    ['<head><meta charset=utf-8>Bonjour à tous', 'Bonjour à tous'],
    ['<html><head><link rel=x href=y><b>Ciao</b>', 'Ciao'],
    ['<head><!-- c --><div>Dzień dobry</div></body></html>', 'Dzień dobry'],
    ['<head><script>no()</script><center>今日は</center>', '今日は'],
    ['<head><base href="x"><a href="#">Tere</a>', 'Tere'],
    ['<HEAD><TITLE>no</TITLE><FONT>Сәлем</FONT>', 'Сәлем'],
    ['<head><p>Habari<meta name=x><p>gani', 'Habari | gani'],
    ['<head><head><h1>Kia ora</h1></head><p>koutou</p>', 'Kia ora | koutou'],
  ])('contains what follows in a head that is never closed: %j', (html, shown) => {
    expect(lines(html)).toBe(shown)
  })

  it.each(recorded.map(({ html, words }, index) => [index, html, words]))(
    'is that of Chromium in recorded case %i',
    (_, html, words) => expect((htmlToText(String(html)).match(/w\d+/g) ?? []).join(' ')).toBe(words),
  )

  const wrapper = fc.constantFrom(
    'font-size:0',
    'font-size:1px',
    'font:0/0 a',
    'visibility:hidden',
    'color:#fff',
  )
  const tag = fc.constantFrom('div', 'td', 'span', 'center', 'section', 'font')

  it('contains whatever sets its own size, visibility and colour, however deep', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, wrapper), { maxLength: 12 }), (wrappers) => {
        const open = wrappers.map(([name, style]) => `<${name} style="${style}">`).join('')
        const close = wrappers
          .map(([name]) => `</${name}>`)
          .reverse()
          .join('')
        const own = '<b style="font-size:12px;visibility:visible;color:#333">shown</b>'
        expect(htmlToText(`${open}hidden${own}${close}`)).toBe(wrappers.length > 0 ? 'shown' : 'hiddenshown')
      }),
    )
  })

  it('never fails and takes bounded work on any sheet', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '(',
      '[',
      '"',
      '\\',
      '/*',
      '*/',
      '@media ',
      'a',
      '.b',
      ',',
      ':',
      ';',
      'display:none',
      '>',
      '<!--',
      '-->',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(typeof htmlToText(`<style>${pieces.join('')}</style><p class="b">x</p>`)).toBe('string')
      }),
    )
    for (const css of [
      '{',
      '(',
      '[',
      'a{',
      '@media x{',
      '.a .a .a .a .a .a .a .a{display:none}',
      '/*',
      'a,',
      ':not(',
    ])
      expect(htmlToText(`<style>${css.repeat(20_000)}</style>${'<p class="a">'.repeat(5_000)}x`)).toMatch(
        /^x?$/,
      )
  }, 60_000)
})
