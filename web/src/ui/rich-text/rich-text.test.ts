import { describe, expect, it } from 'vitest'
import { fromPlainText, plainText } from './plain.ts'

const text = (value: string, href?: string) => ({
  type: 'text',
  text: value,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
})
const line = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content })

describe('the plain text of a rich text', () => {
  it('marks lists and quotes, and names the addresses of links', () => {
    const document = {
      type: 'doc',
      content: [
        line(text('Hello '), text('our page', 'https://a.example/'), text(', '), text('https://b.example')),
        line(),
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [
            item(line(text('one')), { type: 'bulletList', content: [item(line(text('deep')))] }),
            item(line(text('two'), { type: 'hardBreak' }, text('lines'))),
          ],
        },
        { type: 'blockquote', content: [line(text('said')), line()] },
        line(text('ada@a.example', 'mailto:ada@a.example'), text(' '), text('Ada', 'mailto:ada@a.example')),
      ],
    }
    expect(plainText(document).split('\n')).toEqual([
      'Hello our page <https://a.example/>, https://b.example',
      '',
      '3. one',
      '   - deep',
      '4. two',
      '   lines',
      '> said',
      '>',
      'ada@a.example Ada <ada@a.example>',
    ])
  })

  it('becomes HTML line by line', () => {
    expect(fromPlainText('a < b\n\n"c"')).toBe('<div>a &lt; b</div><div><br></div><div>&quot;c&quot;</div>')
    expect(fromPlainText('')).toBe('')
  })
})
