import { describe, expect, it } from 'vitest'
import { findPattern, hasPattern } from './find-pattern.ts'
import { fold } from './fold.ts'
import { htmlToText } from './html-to-text.ts'
import { fitsWildcards } from './wildcards.ts'

describe('text as people compare it', () => {
  it('has no capitals, accents or curly apostrophes', () => {
    expect(fold('L’Été à Cœur, STRASSE ß')).toBe("l'ete a coeur, strasse ss")
  })
})

describe('wildcards', () => {
  it.each([
    ['invoice 12', 'invoice*', true],
    ['invoice 12', '*12', true],
    ['invoice 12', 'in*ce*2', true],
    ['invoice 12', 'invoice ??', true],
    ['invoice 12', 'invoice ?', false],
    ['invoice 12', 'voice', false],
    ['invoice 12', '*voice*', true],
    ['aba', 'ab*ba', false],
    ['', '*', true],
    ['', '', true],
    ['a', '', false],
    ['xabcabd', '*ab?', true],
    ['xabcabd', '*?bd*', true],
    ['a*b', 'a*b', true],
  ])('of %j and %j: %s', (text, pattern, expected) => {
    expect(fitsWildcards(text, pattern)).toBe(expected)
  })
  it('take linear time on text made to be slow', () => {
    const start = performance.now()
    expect(fitsWildcards('a'.repeat(500_000), `${'*a'.repeat(200)}*b*`)).toBe(false)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('patterns', () => {
  it('give the first group of each match, or the whole', () => {
    expect(findPattern('Order A-12 and A-77', 'A-(\\d+)', '')).toEqual(['12', '77'])
    expect(findPattern('Order A-12 and A-77', 'A-\\d+', '')).toEqual(['A-12', 'A-77'])
    expect(hasPattern('Order A-12', 'order', 'i')).toBe(true)
  })
  it('that are broken are told as a fault that trying again does not mend', () => {
    expect(() => hasPattern('x', '(', '')).toThrow(expect.objectContaining({ kind: 'permanent' }))
  })
})

describe('the text of HTML', () => {
  it('keeps lines, lists, cells and entities', () => {
    const html =
      '<h1>Offre</h1><p>Prix&nbsp;: 3&euro;<br>Caf&eacute;</p><ul><li>a<li>b</ul><table><tr><td>1<td>2</table>'
    expect(htmlToText(html)).toBe('Offre\n\nPrix : 3€\nCafé\n\n- a\n- b\n\n1 2')
  })
  it('leaves out comments, scripts and what is hidden', () => {
    const html =
      'a<!-- no -->b<script>if (1 < 2) x()</script><div style="display:none">no <div>no</div> no</div><span hidden>no</span><p style="font-size:0px">no</p>c'
    expect(htmlToText(html)).toBe('abc')
  })
  it('keeps what only looks like a tag', () => {
    expect(htmlToText('2 < 3 and <a title="x>y">4</a> &unknown; &#233; &#xD800;')).toBe(
      '2 < 3 and 4 &unknown; é &#xD800;',
    )
  })
  it.each(['<', '<!--', '<div', '<div "', '</', '<!', '<p style="'])('survives the broken end %s', (end) => {
    expect(htmlToText(`text ${end}`)).toMatch(/^text/)
  })
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
  ])('takes linear time on many %s', (piece, times) => {
    const start = performance.now()
    htmlToText(piece.repeat(times))
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
