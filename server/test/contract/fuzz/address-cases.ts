import { type Case, plainCase, withQuery } from './case.ts'
import type { Operation, Parameter } from './operations.ts'
import { type Judge, type Schema, typesOf } from './schema.ts'
import { variantsOf } from './variants.ts'

/** Already percent-encoded where they have to be. */
const hostileIds = [
  '..',
  '.',
  '../..',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  "'%20or%201=1--",
  '%22%3E%3Cscript%3E',
  '%F0%9F%98%80',
  '-1',
  '0',
  'null',
  'undefined',
  '[object%20Object]',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  '*',
  ':id',
  '%7Bid%7D',
  ';x=1',
  'a'.repeat(1999),
  'a'.repeat(2001),
  'a'.repeat(7_000),
  '%61'.repeat(1500),
  '',
  '%20',
  '\\..\\',
]

const pathCases = (plain: Case): Case[] =>
  /\{\w+\}/.test(plain.path)
    ? hostileIds.map((id) => ({
        ...plain,
        why: `id ${id.slice(0, 60)}`,
        path: plain.path.replaceAll(/\{\w+\}/g, id),
        expect: 'refused',
        elsewhere: true,
      }))
    : []

/** A query is text: only the plain notation of a number is unambiguous. */
function expectText(schema: Schema, text: string, judge: Judge): Case['expect'] {
  const types = typesOf(schema)
  const isNumber = types.includes('integer') || types.includes('number')
  const value = isNumber ? Number(text) : types.includes('boolean') ? text === 'true' : text
  if (isNumber && Number.isNaN(value)) return 'refused'
  if (isNumber && String(value) !== text) return 'documented'
  if (types.includes('boolean') && text !== 'true' && text !== 'false') return 'documented'
  return judge.fits(schema, value) ? 'accepted' : 'refused'
}

const asText = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const oddTexts = [
  '',
  ' ',
  '1e400',
  '-0',
  '0x10',
  '1e1',
  '1.0',
  '+1',
  '٣',
  'NaN',
  'null',
  '[]',
  'a'.repeat(5000),
]

const opaque = new Set(['cursor', 'folder', 'q'])
// Elsewhere these are a choice.
const structured = new Set(['filter', 'sort'])
/** Plain text in the description, but its content matters: server-issued values, or queries with a grammar. */
export const isOpaque = ({ name, schema }: Parameter) =>
  opaque.has(name) || (structured.has(name) && schema.enum === undefined)

function parameterCases(plain: Case, parameter: Parameter, judge: Judge): Case[] {
  const { name, schema } = parameter
  const texts = [...variantsOf(schema, judge).map(({ value }) => asText(value)), ...oddTexts]
  const encoded = encodeURIComponent(name)
  const one = (query: string, why: string, expect: Case['expect']): Case => ({
    ...plain,
    why: `query ${why.slice(0, 80)}`,
    path: withQuery(plain.path, query),
    expect,
  })
  return [
    ...[...new Set(texts)].map((text) =>
      one(
        `${encoded}=${encodeURIComponent(text)}`,
        `${name}=${text}`,
        isOpaque(parameter) ? 'documented' : expectText(schema, text, judge),
      ),
    ),
    one(`${encoded}=%00`, `${name}=%00`, 'refused'),
    one(`${encoded}=1&${encoded}=2`, `${name} twice`, 'documented'),
    one(`${encoded}[]=1`, `${name}[]`, 'documented'),
    one(`${encoded}[a]=1`, `${name}[a]`, 'documented'),
    one(`${encoded}=%zz`, `${name}=%zz`, 'documented'),
  ]
}

const strangeQueries = [
  'unknown=1',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor=1',
  'toString=1',
  '=',
  '&&&',
  '?',
  '%00=1',
  'x=%00',
  'x=%ff',
  '%zz',
  'x',
  Array.from({ length: 1500 }, (_, i) => `a${i}=1`).join('&'),
]

/** Hostile ids, the boundaries of each query parameter, and undeclared queries. */
export function addressCases(operation: Operation, judge: Judge): Case[] {
  const plain = plainCase(operation, judge)
  const inQuery = operation.parameters.filter((p) => p.in === 'query')
  return [
    ...pathCases(plain),
    ...inQuery.flatMap((parameter) =>
      parameterCases(plainCase(operation, judge, 3, parameter.name), parameter, judge),
    ),
    ...strangeQueries.map(
      (query): Case => ({
        ...plain,
        why: `query ${query.slice(0, 40)}`,
        path: withQuery(plain.path, query),
        expect: 'documented',
      }),
    ),
  ]
}
