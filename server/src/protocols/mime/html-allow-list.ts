// All that a shown mail may consist of. Left out on purpose: svg and math (foreign content is where parsers
// disagree), style and link, every form element, id, class and name (they reach into the page around), media,
// frames, and whatever has an event.

const cell = ['align', 'valign', 'width', 'height', 'bgcolor', 'colspan', 'rowspan', 'nowrap']

export const allowedAttributes: Record<string, string[]> = {
  '*': ['style', 'dir', 'lang', 'title', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'border'],
  font: ['color', 'face', 'size'],
  table: ['width', 'height', 'border', 'cellpadding', 'cellspacing', 'bgcolor'],
  tr: ['valign', 'bgcolor', 'height'],
  td: cell,
  th: cell,
  tbody: ['valign'],
  thead: ['valign'],
  col: ['width', 'span'],
  colgroup: ['width', 'span'],
  ol: ['start', 'type'],
  ul: ['type'],
  li: ['value'],
  hr: ['width', 'size', 'color'],
}

export const allowedTags = [
  ...[
    'a',
    'abbr',
    'address',
    'article',
    'aside',
    'b',
    'bdi',
    'bdo',
    'big',
    'blockquote',
    'br',
    'caption',
    'center',
  ],
  ...['cite', 'code', 'col', 'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure'],
  ...[
    'font',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
    'li',
    'main',
  ],
  ...[
    'mark',
    'nav',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'section',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
  ],
  ...['sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
]

/** Elements whose text goes with them. */
export const discardedWhole = [
  ...[
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
    'plaintext',
  ],
  ...['title', 'template', 'svg', 'math', 'select', 'audio', 'video', 'canvas', 'applet', 'frameset'],
]

const number = /^\d{1,5}(?:\.\d{1,2})?%?$/
const colour = /^(?:#?[0-9a-z]{3,25})$/i
const word = /^[a-z-]{1,12}$/i

// Values that may stay; attributes that are not here (title, alt, and those made by us) are free text.
export const attributeValues: Record<string, RegExp> = {
  width: number,
  height: number,
  border: number,
  cellpadding: number,
  cellspacing: number,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  span: /^\d{1,3}$/,
  start: /^-?\d{1,5}$/,
  value: /^-?\d{1,5}$/,
  size: /^[+-]?\d{1,4}$/,
  bgcolor: colour,
  color: colour,
  face: /^[\w\s,-]{1,200}$/,
  align: word,
  valign: word,
  dir: /^(?:ltr|rtl|auto)$/i,
  lang: /^[a-z0-9-]{1,20}$/i,
  type: /^[a-z1]{1,8}$/i,
  nowrap: /^(?:nowrap)?$/i,
}
