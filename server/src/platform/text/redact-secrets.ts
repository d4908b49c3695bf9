// Removes secrets from texts of other services. Besides the secret as it is, it finds: percent, JSON and HTML escapes
// in any mixture and up to two levels deep, hexadecimal, and base64 in both alphabets wherever the secret begins in
// the encoded data. Every search is for a few fixed texts of bounded length, so the cost is linear in the text.

const mark = '[secret]'
/** Shorter ones occur by chance; removing them would destroy the text. */
const minSecretLength = 4
/** The part of a form that is searched for. What follows is removed as far as it continues the secret. */
const maxProbeLength = 24
const maxLevels = 2

type Form = { text: string; ignoreCase: boolean }

// Only ASCII, so that every character keeps its place.
const lowerCase = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** UTF-8 as one character per byte, so that escaped and plain bytes can be compared. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

/** The characters of base64 that depend on the secret alone, when `offset` bytes precede it in the encoded data. */
function base64At(secret: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64')
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6))
}

function formsOfBytes(bytes: Buffer): Form[] {
  const plain = bytes.toString('latin1')
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  const exact = [...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
  // Host names and header names arrive in lower case, form fields with + for a space.
  const loose = [plain, plain.replaceAll(' ', '+'), bytes.toString('hex')]
  return [
    ...exact.filter(({ length }) => length > minSecretLength).map((text) => ({ text, ignoreCase: false })),
    ...loose.map((text) => ({ text: lowerCase(text), ignoreCase: true })),
  ]
}

/** A header is sent as Latin-1, most other things as UTF-8. */
const formsOf = (secret: string): Form[] => [
  ...formsOfBytes(Buffer.from(secret)),
  ...(/^[\x20-\xff]*[\x80-\xff][\x20-\xff]*$/.test(secret)
    ? formsOfBytes(Buffer.from(secret, 'latin1'))
    : []),
]

/** Some view of the text, and where in the text each of its characters comes from; the end included. */
type View = { text: string; from: Uint32Array }

const escapes =
  /%[0-9a-f]{2}|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u[0-9a-f]{4}|\\[\\"/bfnrt']|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function decode(sequence: string): string {
  if (sequence.startsWith('%')) return String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
  if (/^\\u/i.test(sequence)) {
    const codes = sequence.split(/\\u/i).slice(1)
    return bytesOf(String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16))))
  }
  if (sequence.startsWith('\\')) return controls[sequence.slice(1)] ?? sequence.slice(1)
  const name = sequence.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? ''
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0x10ffff ? '' : bytesOf(String.fromCodePoint(code))
}

/** The bytes of the text, each with the position of its character. */
function plainView(text: string): View {
  const bytes = Buffer.from(text)
  const from = new Uint32Array(bytes.length + 1)
  if (bytes.length === text.length) for (let i = 0; i <= text.length; i++) from[i] = i
  else
    for (let at = 0, byte = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? 0
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
      from.fill(at, byte, byte + size)
      byte += size
      at += code > 0xffff ? 2 : 1
    }
  from[bytes.length] = text.length
  return { text: bytes.toString('latin1'), from }
}

/** The view with its escapes decoded; undefined if there are none. */
function decodedView({ text, from }: View): View | undefined {
  const parts: string[] = []
  // No escape stands for more bytes than it has characters.
  const places = new Uint32Array(text.length + 1)
  let length = 0
  let done = 0
  const add = (part: string, at: number, step: number) => {
    parts.push(part)
    for (let i = 0; i < part.length; i++) places[length++] = from[at + i * step] ?? 0
  }
  for (const { 0: sequence, index } of text.matchAll(escapes)) {
    add(text.slice(done, index), done, 1)
    add(decode(sequence), index, 0)
    done = index + sequence.length
  }
  if (done === 0) return undefined
  add(text.slice(done), done, 1)
  places[length] = from[text.length] ?? 0
  return { text: parts.join(''), from: places.subarray(0, length + 1) }
}

type Range = [start: number, end: number]

/** Where the form occurs in the view, as ranges of the original text. */
function* occurrences(
  { text, from }: View,
  lower: string,
  { text: form, ignoreCase }: Form,
): Iterable<Range> {
  const within = ignoreCase ? lower : text
  const probe = form.slice(0, maxProbeLength)
  for (let at = within.indexOf(probe); at >= 0; ) {
    let end = at + probe.length
    while (end - at < form.length && within[end] === form[end - at]) end++
    yield [from[at] ?? 0, from[end] ?? 0]
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

export type Redact = (text: string) => string

/** A function that removes the secrets from a text, also in their usual encodings. */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets)].filter((secret) => secret.length >= minSecretLength).flatMap(formsOf)
  return (text) => {
    if (forms.length === 0) return text
    const ranges: Range[] = []
    let view: View | undefined = plainView(text)
    for (let level = 0; view && level <= maxLevels; level++) {
      const lower = lowerCase(view.text)
      for (const form of forms) for (const range of occurrences(view, lower, form)) ranges.push(range)
      view = decodedView(view)
    }
    return ranges.length === 0 ? text : cut(text, ranges)
  }
}
