import sanitizeHtml from 'sanitize-html'

// Formatting only, no active content: signatures are sent to outsiders in the organisation's name.
const styles = {
  '*': {
    color: [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,30}$/i],
    'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,30}$/i],
    'font-size': [/^\d{1,3}(\.\d+)?(px|pt|em|rem|%)$/],
    'font-family': [/^[\w\s,'"-]{1,200}$/],
    'font-weight': [/^(normal|bold|\d{3})$/],
    'font-style': [/^(normal|italic)$/],
    'line-height': [/^\d{1,2}(\.\d+)?(px|em|%)?$/],
    'text-align': [/^(left|right|center|justify)$/],
    'text-decoration': [/^(none|underline|line-through)$/],
    'vertical-align': [/^(top|middle|bottom|baseline)$/],
    'border-collapse': [/^(collapse|separate)$/],
    padding: [/^(\d{1,3}(px|em)?\s*){1,4}$/],
    margin: [/^(\d{1,3}(px|em)?\s*){1,4}$/],
    width: [/^\d{1,4}(px|%)$/],
    height: [/^\d{1,4}(px|%)$/],
  },
}

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'b',
    'blockquote',
    'br',
    'code',
    'div',
    'em',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'u',
    'ul',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title', 'align', 'valign'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['color', 'face', 'size'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    td: ['colspan', 'rowspan', 'width', 'height'],
    th: ['colspan', 'rowspan', 'width', 'height'],
  },
  allowedStyles: styles,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'cid', 'data'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  exclusiveFilter: (frame) =>
    frame.tag === 'img' &&
    /^data:/i.test(frame.attribs.src ?? '') &&
    !/^data:image\/(png|jpe?g|gif|webp);base64,/i.test(frame.attribs.src ?? ''),
}

export const sanitiseSignature = (html: string) => sanitizeHtml(html, options)
