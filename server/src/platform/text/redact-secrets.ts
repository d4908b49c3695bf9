import { runInTurns } from '../concurrency/run-in-turns.ts'

// Removes secrets from texts of other services. Besides the secret as it is, it finds: percent, JSON and HTML escapes
// in any mixture and up to two levels deep, hexadecimal, and base64 in both alphabets wherever the secret begins in
// the encoded data. Every search is for a few fixed texts of bounded length, so the cost is linear in the text.

const mark = '[secret]'
/** Shorter ones occur by chance; removing them would destroy the text. */
const minSecretLength = 4
/** The part of a form that is searched for. What follows is removed as far as it continues the secret. */
const maxProbeLength = 24
const maxLevels = 2

type Form = { bytes: Buffer; ignoreCase: boolean }

/** Of ASCII letters, so that every byte keeps its place. */
function lowerCase(bytes: Buffer): Buffer {
  const lower = Buffer.from(bytes)
  for (let i = 0; i < lower.length; i++) {
    const byte = lower[i] as number
    if (byte >= 0x41 && byte <= 0x5a) lower[i] = byte | 0x20
  }
  return lower
}

/** The characters of base64 that depend on the secret alone, when `offset` bytes precede it in the encoded data. */
function base64At(secret: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64')
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6))
}

function formsOfBytes(bytes: Buffer): Form[] {
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  const exact = [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
  const plain = bytes.toString('latin1')
  // Host names and header names arrive in lower case, form fields with + for a space.
  const loose = [plain, plain.replaceAll(' ', '+'), bytes.toString('hex')]
  return [
    ...[...new Set(exact)]
      .filter(({ length }) => length > minSecretLength)
      .map((text) => ({ bytes: Buffer.from(text), ignoreCase: false })),
    ...[...new Set(loose)].map((text) => ({
      bytes: lowerCase(Buffer.from(text, 'latin1')),
      ignoreCase: true,
    })),
  ]
}

/** A header is sent as Latin-1, most other things as UTF-8. */
const formsOf = (secret: string): Form[] => [
  ...formsOfBytes(Buffer.from(secret)),
  ...(/^[\x20-\xff]*[\x80-\xff][\x20-\xff]*$/.test(secret)
    ? formsOfBytes(Buffer.from(secret, 'latin1'))
    : []),
]

/** The bytes of the text, or what its escapes stand for, and the position in the text of each byte and of the end. */
type View = { bytes: Buffer; from: Uint32Array }

function plainView(text: string): View {
  const bytes = Buffer.from(text)
  const from = new Uint32Array(bytes.length + 1)
  if (bytes.length === text.length) for (let at = 0; at < bytes.length; at++) from[at] = at
  else
    for (let at = 0, byte = 0; at < text.length; ) {
      const code = text.codePointAt(at) as number
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
      for (const end = byte + size; byte < end; byte++) from[byte] = at
      at += code > 0xffff ? 2 : 1
    }
  from[bytes.length] = text.length
  return { bytes, from }
}

const [percent, backslash, ampersand] = [0x25, 0x5c, 0x26]
const escapePattern =
  /^(?:\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\([\\"/bfnrt'])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos);)/i
const maxEscapeLength = 12
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const characterOf = (code: number) => (code > 0x10ffff ? '' : String.fromCodePoint(code))

/** NaN if it is none. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** What an escape stands for, and its length; undefined if the bytes at this place are none. */
function readEscape(bytes: Buffer, at: number): { meaning: Iterable<number>; length: number } | undefined {
  if (bytes[at] === percent) {
    const code = hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2])
    return Number.isNaN(code) ? undefined : { meaning: [code], length: 3 }
  }
  const found = escapePattern.exec(bytes.toString('latin1', at, at + maxEscapeLength))
  if (!found) return undefined
  const [whole, high, low, unit, control, decimal, hex, name] = found
  const { length } = whole
  const code = (digits: string) => Number.parseInt(digits, 16)
  const text =
    high !== undefined && low !== undefined
      ? String.fromCharCode(code(high), code(low))
      : unit !== undefined
        ? String.fromCharCode(code(unit))
        : control !== undefined
          ? (controls[control] ?? control)
          : decimal !== undefined
            ? characterOf(Number(decimal))
            : hex !== undefined
              ? characterOf(code(hex))
              : (named[name?.toLowerCase() ?? ''] ?? '')
  return { meaning: Buffer.from(text), length }
}

const bytesPerStep = 65_536

/** The view with its escapes decoded; undefined if there are none. Yields now and then. */
function* decodeView({ bytes, from }: View): Generator<undefined, View | undefined> {
  if (![percent, backslash, ampersand].some((byte) => bytes.includes(byte))) return undefined
  // No escape stands for more bytes than it has.
  const decoded = Buffer.alloc(bytes.length)
  const places = new Uint32Array(bytes.length + 1)
  let length = 0
  let nextStep = bytesPerStep
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    const place = from[at] as number
    const isEscape = byte === percent || byte === backslash || byte === ampersand
    const found = isEscape ? readEscape(bytes, at) : undefined
    if (found) {
      for (const one of found.meaning) {
        decoded[length] = one
        places[length++] = place
      }
      at += found.length
    } else {
      decoded[length] = byte
      places[length++] = place
      at++
    }
    if (at < nextStep) continue
    nextStep += bytesPerStep
    yield
  }
  if (length === bytes.length) return undefined
  places[length] = from[bytes.length] as number
  return { bytes: decoded.subarray(0, length), from: places.subarray(0, length + 1) }
}

type Range = [start: number, end: number]

/** Adds where the form occurs in the view, as ranges of the original text. */
function findForm({ from }: View, within: Buffer, { bytes: form }: Form, ranges: Range[]) {
  const probe = form.subarray(0, maxProbeLength)
  for (let at = within.indexOf(probe); at >= 0; ) {
    let end = at + probe.length
    while (end - at < form.length && within[end] === form[end - at]) end++
    ranges.push([from[at] as number, from[end] as number])
    const isWhole = end - at === form.length
    at = within.indexOf(probe, isWhole ? end : Math.max(at + 1, end - probe.length + 1))
  }
}

function cut(text: string, ranges: Range[]): string {
  const parts: string[] = []
  let done = 0
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    if (end <= done) continue
    if (start >= done) parts.push(text.slice(done, start), mark)
    done = end
  }
  return parts.join('') + text.slice(done)
}

function* redactInSteps(text: string, forms: readonly Form[]): Generator<undefined, string> {
  const ranges: Range[] = []
  let view: View | undefined = plainView(text)
  for (let level = 0; view; level++) {
    const lower = lowerCase(view.bytes)
    for (const form of forms) {
      findForm(view, form.ignoreCase ? lower : view.bytes, form, ranges)
      yield
    }
    view = level < maxLevels ? yield* decodeView(view) : undefined
  }
  return ranges.length === 0 ? text : cut(text, ranges)
}

export type Redact = (text: string) => Promise<string>

/** A function that removes the secrets from a text, also in their usual encodings, in turns with other work. */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets)].filter(({ length }) => length >= minSecretLength).flatMap(formsOf)
  return async (text) => (forms.length === 0 ? text : runInTurns(redactInSteps(text, forms)))
}
