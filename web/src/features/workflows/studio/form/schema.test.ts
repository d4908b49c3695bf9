import { expect, it } from 'vitest'
import { chooseVariant, emptyOf, kindOf, type Schema, variantOf } from './schema.ts'

const of = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
const conditions: Schema[] = [
  of({ type: { enum: ['text'] }, value: {}, operator: { enum: ['equals', 'contains'] }, compareTo: {} }),
  of({ type: { enum: ['text'] }, value: {}, operator: { enum: ['is_empty'] } }),
  of({ type: { enum: ['number'] }, value: {}, operator: { enum: ['gt', 'lt'] }, compareTo: {} }),
  of({ type: { enum: ['number'] }, value: {}, operator: { enum: ['between'] }, from: {}, to: {} }),
]

it('offers the operators of the chosen type only', () => {
  const { schema, choices } = variantOf(conditions, { type: 'number', operator: 'between' })
  expect(choices).toEqual([
    { name: 'type', values: ['text', 'number'] },
    { name: 'operator', values: ['gt', 'lt', 'between'] },
  ])
  expect(Object.keys(schema.properties ?? {})).toEqual(['type', 'value', 'operator', 'from', 'to'])
})

it('keeps what the new variant knows as well', () => {
  const text = { type: 'text', value: '{{ message.size }}', operator: 'contains', compareTo: '5' }
  const number = chooseVariant(conditions, text, 'type', 'number')
  expect(number).toEqual({ type: 'number', value: '{{ message.size }}', operator: 'gt', compareTo: '5' })
  expect(chooseVariant(conditions, number, 'operator', 'between')).toEqual({
    type: 'number',
    value: '{{ message.size }}',
    operator: 'between',
    from: '',
    to: '',
  })
  expect(chooseVariant(conditions, text, 'operator', 'is_empty')).toEqual({
    type: 'text',
    value: '{{ message.size }}',
    operator: 'is_empty',
  })
})

it('chooses the control by the schema', () => {
  expect(kindOf({ enum: ['a'] })).toBe('choice')
  expect(kindOf({ anyOf: conditions })).toBe('variants')
  expect(kindOf({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toBe('text')
  expect(kindOf({ type: 'array', items: { type: 'string', enum: ['mon'] } })).toBe('choices')
  expect(kindOf({ type: 'array', items: { anyOf: conditions } })).toBe('rows')
  expect(kindOf({ type: 'object', additionalProperties: true })).toBe('map')
  expect(kindOf({})).toBe('anything')
  expect(emptyOf({ anyOf: conditions })).toEqual({
    type: 'text',
    value: '',
    operator: 'equals',
    compareTo: '',
  })
})
