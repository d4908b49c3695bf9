import { describe, expect, it } from 'vitest'
import { callNode, validationIssues } from '../fixtures/call-node.ts'
import { flowText } from './flow-text.ts'

const worked = async (text: string, ...operations: Record<string, unknown>[]) => {
  const { data } = await callNode(flowText, { text, operations })
  return data
}

describe('transforming text', () => {
  it('converts HTML to text', async () => {
    expect(await worked('<p>Hello</p><p>you</p>', { kind: 'html_to_text' })).toEqual({ text: 'Hello\n\nyou' })
  })
  const mail = 'Yes, please.\n\n-- \nAda\n\nOn Monday Bob wrote:\n> Tea?'
  it('removes quotes', async () => {
    expect(await worked(mail, { kind: 'strip_quotes' })).toEqual({ text: 'Yes, please.\n\n-- \nAda' })
  })
  it('removes the signature', async () => {
    expect(await worked(mail, { kind: 'strip_signature' })).toEqual({ text: 'Yes, please.' })
  })
  it('extracts a pattern', async () => {
    const found = await worked('Orders A-1 and a-22', { kind: 'extract', pattern: 'a-(\\d+)' })
    expect(found).toEqual({ text: '1', matches: ['1', '22'], found: true })
  })
  it('returns no match when the pattern is not found', async () => {
    const found = await worked('Orders A-1', { kind: 'extract', pattern: 'a-\\d+', exact: true })
    expect(found).toEqual({ text: '', matches: [], found: false })
  })
  it('applies the operations in order', async () => {
    const done = await worked(
      '<b>Order 12</b>',
      { kind: 'html_to_text' },
      { kind: 'extract', pattern: '\\d+' },
      { kind: 'template', template: 'No. {text}/{text}' },
      { kind: 'replace', find: '/', replaceWith: ' or ' },
    )
    expect(done).toEqual({ text: 'No. 12 or 12', matches: ['12'], found: true })
  })
  it.each([
    ['short', 10, 'short'],
    ['one two three four', 12, 'one two…'],
    ['Donaudampfschiff', 6, 'Donau…'],
    ['ab😀cd', 4, 'ab…'],
  ])('shortens %j to %i: %j', async (text, length, expected) => {
    expect(await worked(text, { kind: 'truncate', length })).toEqual({ text: expected })
  })
  it('fails permanently when the result is too long', async () => {
    const bomb = { kind: 'replace', find: 'a', replaceWith: 'b'.repeat(5_000) }
    await expect(worked('a'.repeat(1_000), bomb)).rejects.toMatchObject({
      code: 'text.too_long',
      kind: 'permanent',
    })
  })
  it.each([
    { text: 'a', operations: [] },
    { text: 'a', operations: [{ kind: 'shout' }] },
    { text: 'a', operations: [{ kind: 'extract' }] },
    { text: 'a', operations: [{ kind: 'extract', pattern: '(' }] },
    { text: 'a', operations: [{ kind: 'extract', pattern: '(?=a)' }] },
    { text: 'a', operations: [{ kind: 'truncate', length: 0 }] },
    { text: 'a', operations: [{ kind: 'strip_quotes', pattern: 'a' }] },
    { operations: [{ kind: 'strip_quotes' }] },
  ])('rejects %o', (params) => {
    expect(validationIssues(flowText, params)).toBeDefined()
  })
})
