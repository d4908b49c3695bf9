import { expect, it } from 'vitest'
import { complete } from './complete.ts'
import { evaluate } from './evaluate.ts'
import { highlight, withFault } from './highlight.ts'

const scope = {
  message: { subject: 'Order 20418', from: { email: 'ada@example.org' }, attachments: [1, 2] },
  steps: { order: { data: { orderNumber: 20418, orderedAt: '2026-11-09' } } },
}
const at = (text: string) => complete(text.replace('^', ''), text.indexOf('^'), scope, 'en')

it('completes fields of the mail and of earlier steps with their values', () => {
  expect(at('No. {{ steps.order.data.or^ }}')).toEqual({
    from: 24,
    options: [
      { label: 'orderNumber', detail: '20418', kind: 'path', insert: 'orderNumber' },
      { label: 'orderedAt', detail: '2026-11-09', kind: 'path', insert: 'orderedAt' },
    ],
  })
  expect(at('{{ mess^ }}')?.options[0]).toMatchObject({ label: 'message', detail: '{…}' })
  expect(at('{{ message.at^ }}')?.options).toMatchObject([{ label: 'attachments', detail: '[2]' }])
})

it('completes functions after a pipe, and nothing outside of braces', () => {
  expect(at('{{ message.subject | upp^ }}')?.options[0]).toMatchObject({
    label: 'upper',
    insert: 'upper',
    kind: 'function',
  })
  expect(at('{{ a }} mess^')).toBeUndefined()
  expect(at('mess^')).toBeUndefined()
})

it('gives the value, the fault with its place, or what is not known yet', () => {
  expect(evaluate('plain', scope)).toEqual({ kind: 'none' })
  expect(evaluate('{{ message.subject | lower }}!', scope)).toEqual({ kind: 'value', value: 'order 20418!' })
  expect(evaluate('{{ message.subject', scope)).toMatchObject({ kind: 'fault', fault: { at: 0 } })
  expect(evaluate('{{ nothing.here }}', scope)).toMatchObject({ kind: 'fault', fault: { at: 3, length: 7 } })
  expect(evaluate('{{ steps.later.data.x }}', scope)).toMatchObject({ kind: 'unknown' })
})

it('colours what is typed and marks the fault', () => {
  const pieces = highlight('Hi {{ message.subject | upper }} {{ f("a", 1)')
  expect(pieces.filter(({ kind }) => kind !== 'sign').map(({ text, kind }) => `${kind}:${text}`)).toEqual([
    'plain:Hi ',
    'brace:{{',
    'path:message.subject',
    'function:upper',
    'brace:}}',
    'plain: ',
    'brace:{{',
    'function:f',
    'text:"a"',
    'number:1',
  ])
  const marked = withFault(highlight('{{ nothing.here }}'), { at: 3, length: 7 })
  expect(marked.filter(({ isFault }) => isFault).map(({ text }) => text)).toEqual(['nothing'])
  expect(marked.map(({ text }) => text).join('')).toBe('{{ nothing.here }}')
})
