import { createElement, Fragment, type ReactNode } from 'react'
import { isLinkable } from './linkable.ts'
import './formatted.css'

// Everything else gives its text only: what others have written cannot bring elements, styles or images of its own.
const shown: Record<string, string> = {
  DIV: 'div',
  P: 'div',
  TR: 'div',
  H1: 'div',
  H2: 'div',
  H3: 'div',
  H4: 'div',
  BR: 'br',
  B: 'strong',
  STRONG: 'strong',
  I: 'em',
  EM: 'em',
  U: 'u',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  BLOCKQUOTE: 'blockquote',
}
const hidden = /^(SCRIPT|STYLE|TEMPLATE|TITLE|NOSCRIPT)$/

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, key) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element) || hidden.test(node.tagName)) return null
    const href = node.getAttribute('href') ?? ''
    if (node.tagName === 'A' && isLinkable(href))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no other name.
        <a key={key} href={href} target="_blank" rel="noreferrer noopener">
          {nodesOf(node)}
        </a>
      )
    const tag = shown[node.tagName]
    return tag === 'br'
      ? createElement('br', { key })
      : createElement(tag ?? Fragment, { key }, ...nodesOf(node))
  })
}

/** Shows formatted text without the editor. The page is never given HTML: elements are made from what is known. */
export const Formatted = ({ html, className = '' }: { html: string; className?: string }) => (
  <div className={`formatted ${className}`}>
    {nodesOf(new DOMParser().parseFromString(html, 'text/html').body)}
  </div>
)
