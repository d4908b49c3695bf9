import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { attacks } from './fixtures/attacks.ts'
import { allowedTags, discardedWhole } from './html-allow-list.ts'
import { rewriteHtml } from './html-rewriter.ts'
import { limits } from './limits.ts'

const names = ['title', 'align', 'alt']
const filter = (_: string, attributes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => names.includes(name) && (value !== '' || name === 'alt'),
    ),
  )
const ignore = () => {}
const rewrite = (source: string) => rewriteHtml(source, { filter, onDiscarded: ignore, onStyleSheet: ignore })

/** The output of sanitize-html with the same rules. It does not know that col and wbr are void. */
const byLibrary = (source: string) =>
  sanitizeHtml(source, {
    allowedTags,
    allowedAttributes: { '*': names },
    nonTextTags: discardedWhole,
    disallowedTagsMode: 'discard',
    nestingLimit: limits.shownDepth,
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: filter(tagName, attributes) }) },
  })
    .replaceAll(/<(col|wbr)((?: \w+="[^"]*")*)>/g, '<$1$2 />')
    .replaceAll(/<\/(?:col|wbr)>/g, '')

// Without noscript: sanitize-html keeps dropping content beyond its end.
const elements = [...allowedTags, ...discardedWhole, 'html', 'body', 'form', 'input', 'o:p', 'blink'].filter(
  (name) => name !== 'noscript',
)
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '&amp;',
    '&lt;',
    '&#60;',
    '&nbsp',
    '&',
    '<',
    '>',
    '"',
    "'",
    'é',
    '<!--',
    '-->',
    '<![CDATA[',
  ),
)
const attribute = fc.tuple(fc.constantFrom(...names, 'onclick', 'class', '"'), text)
const piece = fc.oneof(
  text,
  fc.constantFrom(...elements).map((name) => `<${name}>`),
  fc.constantFrom(...elements).map((name) => `</${name}>`),
  fc
    .tuple(fc.constantFrom(...elements), fc.array(attribute, { maxLength: 3 }), fc.constantFrom('"', "'", ''))
    .map(([name, list, quote]) => `<${name} ${list.map(([a, v]) => `${a}=${quote}${v}${quote}`).join(' ')}>`),
)
const source = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

// Only text without `<` and `>`, `&` only in the four entities, and allowed elements.
const attributes = `(?: (?:${names.join('|')})="(?:[^<>&"]|&(?:amp|lt|gt|quot);)*")*`
const safe = new RegExp(
  `^(?:[^<>&]|&(?:amp|lt|gt);|</(?:${allowedTags.join('|')})>|<(?:${allowedTags.join('|')})${attributes}(?: /)?>)*$`,
)

describe('rewritten HTML', () => {
  it('allows no element whose text a browser parses differently', () => {
    const others = [
      'script',
      'style',
      'textarea',
      'title',
      'xmp',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
    ]
    const foreign = ['plaintext', 'template', 'svg', 'math', 'select', 'option', 'object', 'embed', 'base']
    expect([...others, ...foreign].filter((name) => allowedTags.includes(name))).toEqual([])
  })

  it('matches the output of sanitize-html', () => {
    fc.assert(
      fc.property(source, (html) => {
        expect(rewrite(html)).toBe(byLibrary(html))
      }),
      { numRuns: 2_000 },
    )
  })

  it('contains only allowed elements and escaped text', () => {
    fc.assert(
      fc.property(fc.oneof(source, fc.string({ unit: 'binary' })), (html) => {
        expect(rewrite(html)).toMatch(safe)
      }),
      { numRuns: 2_000 },
    )
    for (const attack of attacks) expect(rewrite(attack)).toMatch(safe)
  })

  it('is well-formed', () => {
    fc.assert(
      fc.property(source, (html) => {
        const open: string[] = []
        for (const [, slash, name = '', end] of rewrite(html).matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
          if (slash) expect(open.pop()).toBe(name)
          else if (!end) open.push(name)
        }
        expect(open).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it('limits nesting and keeps all text', () => {
    const deep = 3 * limits.shownDepth
    const html = rewrite(`${'<div>'.repeat(deep)}x${'</div>'.repeat(deep)}`)
    expect(html).toBe(`${'<div>'.repeat(limits.shownDepth)}x${'</div>'.repeat(limits.shownDepth)}`)
  })
})
