import { type Case, type Expectation, expectOf, jsonType, plainCase } from './case.ts'
import type { Operation } from './operations.ts'
import { type Judge, typesOf } from './schema.ts'
import { variantsOf } from './variants.ts'

type Raw = { why: string; body: string | Uint8Array; expect: Expectation }

const malformed = [
  '{',
  '}',
  '{"a":}',
  "{'a':1}",
  '[1,2',
  'nul',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '{a:1}',
  'NaN',
  '\u0000',
  '{"a":"\n"}',
  '{"a":01}',
  '{"a":"\\x"}',
  '{"a":"\\ud8"}',
  '"',
  '/* */{}',
  '<a/>',
  'a=1&b=2',
].map((body): Raw => ({ why: `malformed ${JSON.stringify(body)}`, body, expect: 'refused' }))

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const bombs: Raw[] = [
  { why: 'lists 101 deep', body: nested('[', ']', 101), expect: 'refused' },
  { why: 'lists 10,000 deep', body: nested('[', ']', 10_000), expect: 'refused' },
  { why: 'objects 10,000 deep', body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, expect: 'refused' },
  { why: 'unclosed lists 1,000,000 deep', body: '['.repeat(1_000_000), expect: 'refused' },
  { why: '300,000 keys', body: manyKeys(300_000), expect: 'refused' },
  { why: 'above 5 MB', body: ' '.repeat(5 * 1024 * 1024 + 1), expect: 'refused' },
]
function manyKeys(count: number) {
  return `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`
}

const proto = [
  '{"__proto__":{"admin":true}}',
  '{"\\u005f_proto__":{"admin":true}}',
  '{"a":{"__proto__":null}}',
  '[{"__proto__":1}]',
]

const harmless = '{"constructor":{"prototype":{"admin":true}}}'

/** The plain body with something written into its text. */
function corruptedTexts(operation: Operation, judge: Judge): Raw[] {
  const plain = String(plainCase(operation, judge).body)
  const value = JSON.parse(plain) as Record<string, unknown>
  const inner = plain.slice(1, -1)
  const comma = inner ? ',' : ''
  const text = Object.entries(operation.body ? (judge.resolve(operation.body).properties ?? {}) : {}).find(
    ([, s]) => typesOf(s).includes('string') && !s.enum,
  )?.[0]
  const rawText = (part: string) =>
    JSON.stringify({ ...value, [text ?? 'text']: 'MARK' }).replace('MARK', `ab${part}cd`)
  return [
    { why: 'the same key twice', body: `{${inner}${comma}"k":1,"k":1}`, expect: 'refused' },
    { why: '__proto__ beside the rest', body: `{${inner}${comma}"__proto__":{}}`, expect: 'refused' },
    { why: 'NUL in a text', body: rawText('\\u0000'), expect: 'refused' },
    { why: 'half a surrogate pair', body: rawText('\\ud800'), expect: 'documented' },
    { why: 'surrogates in reverse order', body: rawText('\\udc00\\ud800'), expect: 'documented' },
    {
      why: 'invalid UTF-8',
      body: Buffer.from(rawText('\xff\xfe'), 'latin1'),
      expect: 'documented',
    },
    { why: 'a byte order mark', body: `\ufeff${plain}`, expect: 'documented' },
    { why: 'white space around', body: ` \n\t${plain}\r\n `, expect: 'accepted' },
    {
      why: 'a number out of range',
      body: `{${inner}${comma}"n":1e400}`,
      expect: expectFor({ ...value, n: 1 }),
    },
  ]
  function expectFor(with_: unknown) {
    return expectOf(operation, judge, with_)
  }
}

const types: [type: string | undefined, expect: Expectation][] = [
  ...(['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'application/xml'] as const).map(
    (type): [string, Expectation] => [type, 'refused'],
  ),
  ['multipart/form-data; boundary=x', 'refused'],
  ['application/jsonx', 'refused'],
  [undefined, 'documented'],
  ['', 'documented'],
  ['/', 'documented'],
  ['json', 'documented'],
  ['application/json; charset=utf-16', 'documented'],
  ['application/json, text/plain', 'documented'],
  ['APPLICATION/JSON', 'accepted'],
]

/** The boundaries of every declared property, then malformed JSON. */
export function bodyCases(operation: Operation, judge: Judge): Case[] {
  const plain = plainCase(operation, judge)
  if (operation.method === 'GET') return []
  const send = ({ why, body, expect }: Raw): Case => ({
    ...plain,
    why,
    body,
    headers: jsonType,
    expect: operation.body ? expect : 'documented',
  })
  const common = [...malformed, ...bombs].map(send)
  if (!operation.body) {
    const typed = types.map(([type]) => typedCase(plain, type, '{"a":1}', 'documented'))
    return [...common, ...typed, send({ why: 'an empty body', body: '', expect: 'documented' })]
  }
  const withExpectation = (why: string, text: string) =>
    send({ why, body: text, expect: expectOf(operation, judge, JSON.parse(text)) })
  const text = String(plain.body)
  return [
    ...variantsOf(operation.body, judge).map(({ why, value }) => withExpectation(why, JSON.stringify(value))),
    ...common,
    ...corruptedTexts(operation, judge).map(send),
    ...proto.map((body) => send({ why: `prototype ${body}`, body, expect: 'refused' })),
    // An ordinary name where any property name is allowed.
    withExpectation(`prototype ${harmless}`, harmless),
    ...types.map(([type, expect]) => typedCase(plain, type, text, expect)),
    // No body at all counts as an empty object.
    send({ why: 'an empty body', body: '', expect: expectOf(operation, judge, {}) }),
  ]
}

function typedCase(plain: Case, type: string | undefined, body: string, expect: Expectation): Case {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  return { ...plain, why: `content type ${type}`, headers, body, expect }
}
