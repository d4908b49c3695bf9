import { fileURLToPath, pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSimpleFetch } from './fast-fetch.ts'
import { readFetch } from './message.ts'
import type { Parsed } from './response.ts'

// The package does not export its parser, so it is loaded relative to the package entry.
const entry = fileURLToPath(import.meta.resolve('imapflow'))
const handler = pathToFileURL(entry.replace(/imap-flow\.js$/, 'handler/imap-handler.js')).href
const { parser } = await import(/* @vite-ignore */ handler)

const both = async (line: string, literals: Buffer[]) => {
  const original: Parsed = await parser(Buffer.from(line), { literals: [...literals] })
  const fast = parseSimpleFetch({ payload: Buffer.from(line), literals })
  return { original: readFetch(original), fast: fast && readFetch(fast) }
}

const flag = fc.constantFrom('\\Seen', '\\Recent', '$Todo', 'NonJunk', 'x-y.z')
const part = fc.oneof(
  fc.nat().map((uid) => `UID ${uid}`),
  fc.nat().map((size) => `RFC822.SIZE ${size}`),
  fc.array(flag).map((flags) => `FLAGS (${flags.join(' ')})`),
  fc.bigInt({ min: 1n, max: 2n ** 62n }).map((modseq) => `MODSEQ (${modseq})`),
  fc.constant('INTERNALDATE " 7-Feb-2026 01:02:03 +0100"'),
)

it('agrees with the parser of imapflow', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1 }), fc.uint8Array(), async (parts, bytes) => {
      const body = Buffer.from(bytes)
      const line = `* 12 FETCH (${parts.join(' ')} BODY[] {${body.length}}\r\n)`
      const { original, fast } = await both(line, [body])
      expect(fast).toEqual(original)
    }),
    { numRuns: 300 },
  )
})

it.each([
  '* 1 FETCH (UID 1 BODY[] "quoted")',
  '* 1 FETCH (UID 1 BODY[] NIL)',
  '* 1 FETCH (UID 1 BODY[HEADER] {1}\r\n)',
  '* 1 FETCH (UID 1 X-GM-LABELS ("a"))',
  '* 1 FETCH (UID 1) trailing',
  '* 1 EXPUNGE',
  'A1 OK FETCH (UID 1)',
])('leaves %j to the parser', (line) => {
  expect(parseSimpleFetch({ payload: Buffer.from(line), literals: [Buffer.from('x')] })).toBeNull()
})
