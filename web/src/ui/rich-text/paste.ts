// Under our policy a pasted element has no styles that a program could read, so what they mean is turned into elements
// before the editor sees it. Without this, text of Google Docs would all be bold.
const meanings: [sign: RegExp, tag: string][] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, 'b'],
  [/font-style:\s*italic/i, 'i'],
  [/text-decoration[^;]*underline/i, 'u'],
]
const notBold = /font-weight:\s*(?:normal|[1-4]00)/i

/** HTML from the clipboard with elements in place of styles. */
export function withoutStyles(html: string): string {
  const renamed = html.replace(/(<[^>]*?)\sstyle\s*=/gi, '$1 data-css=')
  const { body } = new DOMParser().parseFromString(renamed, 'text/html')
  for (const element of [...body.querySelectorAll('[data-css]')]) {
    const css = element.getAttribute('data-css') ?? ''
    element.removeAttribute('data-css')
    if (/^(?:B|STRONG)$/.test(element.tagName) && notBold.test(css)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    for (const [sign, tag] of meanings) {
      if (!sign.test(css)) continue
      const box = body.ownerDocument.createElement(tag)
      box.append(...element.childNodes)
      element.append(box)
    }
  }
  return body.innerHTML
}
