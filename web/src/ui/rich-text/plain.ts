import type { JSONContent } from '@tiptap/core'

type Block = JSONContent

function inlineText(nodes: readonly Block[] = []): string {
  return nodes
    .map(({ type, text = '', marks = [] }) => {
      if (type === 'hardBreak') return '\n'
      const href = marks.find((mark) => mark.type === 'link')?.attrs?.href as string | undefined
      const isNamed = href !== undefined && href !== text && href !== `mailto:${text}`
      return isNamed ? `${text} <${href.replace(/^mailto:/, '')}>` : text
    })
    .join('')
}

const indented = (lines: readonly string[], first: string) =>
  lines.map((line, index) => (index === 0 ? first + line : ' '.repeat(first.length) + line))

const linesOf = (blocks: readonly Block[] = []): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'blockquote') return linesOf(block.content).map((line) => `> ${line}`.trimEnd())
    if (block.type === 'bulletList')
      return (block.content ?? []).flatMap((item) => indented(linesOf(item.content), '- '))
    if (block.type === 'orderedList')
      return (block.content ?? []).flatMap((item, index) =>
        indented(linesOf(item.content), `${index + Number(block.attrs?.start ?? 1)}. `),
      )
    return inlineText(block.content).split('\n')
  })

/** The same text for programs that show no HTML. */
export const plainText = (document: JSONContent) => linesOf(document.content).join('\n').trimEnd()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as HTML, a line for a line. */
export const fromPlainText = (text: string) =>
  text === ''
    ? ''
    : text
        .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
        .split(/\r?\n/)
        .map((line) => `<div>${line || '<br>'}</div>`)
        .join('')
