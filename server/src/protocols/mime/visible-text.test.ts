import { replyText } from '@mailwright/contract/workflow-graph/reply-text'
import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

describe('what a reader of the HTML sees', () => {
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
  ])('is nothing in %j', (html) => {
    expect(visibleText(`<p>a</p>${html}<p>b</p>`)).toBe('a\n\nb')
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
  ])('is the text in %j', (html) => {
    expect(visibleText(html)).toBe('x')
  })

  it('has lines where blocks end, marks of lists, and quotes marked', () => {
    const html =
      '<p>a &amp; b<br>c</p><ul><li>d</li><li>e</li></ul><table><tr><td>f</td><td>g</td></tr></table><blockquote>h<br>i</blockquote>'
    expect(visibleText(html)).toBe('a & b\nc\n\n- d\n- e\n\nf g\n\n> h\n> i')
  })

  it('keeps joiners that mean something', () => {
    expect(visibleText('<p>👩\u200d💻 می\u200cخواهم</p>')).toBe('👩\u200d💻 می\u200cخواهم')
  })

  it('stops when it has enough', () => {
    expect(visibleText(`<p>${'word '.repeat(1_000_000)}</p>`, 100).length).toBeLessThanOrEqual(100)
  })
})

describe('what someone wrote themselves', () => {
  it.each([
    ['Yes.\n\nOn Mon, 3 Nov 2025 at 10:00, Bob <b@x.org> wrote:\n> No?', 'Yes.'],
    ['Yes.\n\nOn Mon, 3 Nov 2025 at 10:00, Bob Longname\n<b@x.org> wrote:\n> No?', 'Yes.'],
    ['Oui.\n\nLe lun. 3 nov. 2025 à 10:00, Bob <b@x.org> a écrit :\n> Non ?', 'Oui.'],
    ['Ja.\n\nAm 03.11.2025 um 10:00 schrieb Bob <b@x.org>:\n> Nein?', 'Ja.'],
    ['Yes.\n\n-----Original Message-----\nFrom: Bob\nNo?', 'Yes.'],
    ['Yes.\n\nFrom: Bob <b@x.org>\nSent: Monday\nTo: me\n\nNo?', 'Yes.'],
    ['Oui.\n\nDe : Bob <b@x.org>\nEnvoyé : lundi\n\nNon ?', 'Oui.'],
    ['Yes.\n\nSent from my iPhone', 'Yes.'],
    ['Yes.\n\nEnvoyé de mon iPhone', 'Yes.'],
    ['Yes.\n-- \nBob', 'Yes.'],
    ['> First?\nOne.\n> Second?\nTwo.', 'One.\nTwo.'],
    ['On Mon, Bob wrote:\n> First?\nOne.', 'One.'],
    ['From: the start\nI wrote:', 'From: the start\nI wrote:'],
    ['> all quoted', '> all quoted'],
  ])('in %j is %j', (text, own) => expect(replyText(text)).toBe(own))
})
