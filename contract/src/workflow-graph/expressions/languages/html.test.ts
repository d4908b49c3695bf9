import { describe, expect, it } from 'vitest'
import { compileParams, renderParams } from '../index.ts'

const sanitiseHtml = (html: string) => `sanitised(${html})`
const htmlOf = (body: string, value: unknown, options: object = { sanitiseHtml }) => {
  const params = compileParams({ body }, { body: 'html' })
  return (renderParams(params, { trigger: { body: value } }, options) as { body: unknown }).body
}

const attack = '<a href="https://evil.test">Pay here</a><img src=https://evil.test/open.gif>'
const escaped =
  '&lt;a href=&quot;https://evil.test&quot;&gt;Pay here&lt;/a&gt;&lt;img src=https://evil.test/open.gif&gt;'

describe('a value in HTML', () => {
  it('cannot add an element to the text', () => {
    expect(htmlOf('<p>Hello {{ trigger.body }},</p>', attack)).toBe(`<p>Hello ${escaped},</p>`)
  })

  it('cannot add an element when it is the whole text', () => {
    expect(htmlOf('{{ trigger.body }}', attack)).toBe(escaped)
    expect(htmlOf('{{ trigger.body }}', { a: attack })).not.toContain('<')
    expect(htmlOf('{{ trigger.body }}', null)).toBe('')
  })

  it('cannot end an attribute', () => {
    expect(htmlOf('<b title="{{ trigger.body }}">x</b>', '" onclick="x')).toBe(
      '<b title="&quot; onclick=&quot;x">x</b>',
    )
    expect(htmlOf("<b title='{{ trigger.body }}'>x</b>", "' onclick='x")).toBe(
      "<b title='&#39; onclick=&#39;x'>x</b>",
    )
    expect(htmlOf('<b title={{ trigger.body }}>x</b>', 'a onclick=x')).toBe(
      '<b title=a&#32;onclick&#61;x>x</b>',
    )
    expect(htmlOf('<b {{ trigger.body }}>x</b>', 'onclick=x()>')).toBe(
      '<b onclick&#61;x&#40;&#41;&#62;>x</b>',
    )
  })

  it('chooses the address of a link, but not a scheme that runs code', () => {
    const link = '<a class="b" href="{{ trigger.body }}">x</a>'
    expect(htmlOf(link, 'https://ok.test/?a=1&b=2')).toContain('href="https://ok.test/?a=1&amp;b=2"')
    expect(htmlOf(link, 'mailto:bob@mail.test')).toContain('href="mailto:bob@mail.test"')
    expect(htmlOf(link, 'JavaScript:alert(1)')).toContain('href="JavaScript%3Aalert(1)"')
    expect(htmlOf(link, ' \tjava\nscript:alert(1)')).toContain('script%3Aalert(1)')
    expect(htmlOf('<a href={{ trigger.body }}>x</a>', 'data:text/html,x')).not.toMatch(/data(:|&#58;)/)
    expect(htmlOf('<a href="https://ok.test/{{ trigger.body }}">x</a>', 'a:b')).toContain('ok.test/a:b"')
  })

  it('cannot load a picture from a style', () => {
    const style = '<p style="color: {{ trigger.body }}">x</p>'
    expect(htmlOf(style, '#ff0000')).toContain('color: #ff0000"')
    expect(htmlOf(style, 'red; background: url(//evil.test/open.gif)')).not.toMatch(/[;:(/]evil|url\(/)
    expect(htmlOf('<style>p { color: {{ trigger.body }} }</style>', '} @import "//evil.test"')).toBe(
      '<style>p { color:  import evil.test }</style>',
    )
  })

  it('is escaped after a script, a comment, or a `>` inside an attribute', () => {
    for (const before of ['<script>if (a<b) x</script>', '<!-- <a href=" -->', '<b title="a>b">', 'a < b '])
      expect(htmlOf(`${before}{{ trigger.body }}`, '<i>"')).toBe(`${before}&lt;i&gt;&quot;`)
    expect(htmlOf('<b title="a>{{ trigger.body }}">', '" x="')).toBe('<b title="a>&quot; x=&quot;">')
  })

  it('is sanitised, not escaped, with raw as its last function', () => {
    expect(htmlOf('<div>{{ trigger.body | raw }}</div>', '<b>x</b>')).toBe('<div>sanitised(<b>x</b>)</div>')
    expect(htmlOf('{{ raw(trigger.body) }}', '<b>x</b>')).toBe('sanitised(<b>x</b>)')
  })

  it('is escaped although it is raw inside a tag, inside another function, or without a sanitiser', () => {
    expect(htmlOf('<b title="{{ trigger.body | raw }}">', '"><i>')).toBe('<b title="&quot;&gt;&lt;i&gt;">')
    expect(htmlOf('{{ trigger.body | raw | trim }}', '<i>')).toBe('&lt;i&gt;')
    expect(htmlOf('{{ true ? raw(trigger.body) : "" }}', '<i>')).toBe('&lt;i&gt;')
    expect(htmlOf('{{ trigger.body | raw }}', '<i>', {})).toBe('&lt;i&gt;')
  })

  it('is not escaped twice', () => {
    expect(htmlOf('{{ escapeHtml(trigger.body) }}', 'a < b')).toBe('a &lt; b')
    expect(htmlOf('<a href="{{ escapeHtml(trigger.body) }}">', 'javascript:x')).not.toContain('javascript:')
  })

  it('is found in a long template in linear time', () => {
    const before = process.threadCpuUsage()
    for (const text of ['<a', 'a=', '<b ', '<style>', '<!--', '"', '< '])
      htmlOf(`${text.repeat(90_000 / text.length)}{{ trigger.body }}`, 'x', { output: 10_000_000 })
    const { user } = process.threadCpuUsage(before)
    expect(user / 1000).toBeLessThan(2_000)
  })
})

describe('the language of a field', () => {
  const rule = {
    body: ({ format }: Record<string, unknown>) => (format === 'html' ? 'html' : undefined),
  } as const
  const rendered = (params: object) =>
    renderParams(compileParams(params, rule), { trigger: { body: '<i>', format: 'html' } })

  it('may depend on another parameter, also on one that is an expression', () => {
    const body = 'a {{ trigger.body }}'
    expect(rendered({ body, format: 'html' })).toEqual({ body: 'a &lt;i&gt;', format: 'html' })
    expect(rendered({ body, format: 'text' })).toEqual({ body: 'a <i>', format: 'text' })
    expect(rendered({ body, format: '{{ trigger.format }}' })).toEqual({
      body: 'a &lt;i&gt;',
      format: 'html',
    })
  })

  it('applies to a field inside lists', () => {
    const params = compileParams(
      { rows: [{ text: '{{ trigger.body }}!' }, '{{ 1 }}'] },
      { 'rows.text': 'html' },
    )
    expect(renderParams(params, { trigger: { body: '<i>' } })).toEqual({ rows: [{ text: '&lt;i&gt;!' }, 1] })
  })
})
