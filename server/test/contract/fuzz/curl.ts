import type { Case } from './case.ts'

const maxBytes = 2_000
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
// Bash's $'…' carries every byte.
const bytes = (body: Uint8Array) =>
  `$'${[...body].map((b) => (b > 31 && b < 127 && b !== 39 && b !== 92 ? String.fromCharCode(b) : `\\x${b.toString(16).padStart(2, '0')}`)).join('')}'`

/** The request as a curl command. Long bodies are cut; replaying the seed restores them. */
export function curlOf(url: string, one: Case): string {
  const body = one.body === undefined ? undefined : Buffer.from(one.body)
  const cut = body && body.length > maxBytes
  const parts = [
    `curl -i --path-as-is -X ${one.method} ${quoted(url + one.path)}`,
    ...Object.entries(one.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${bytes(body.subarray(0, maxBytes))}`] : []),
  ]
  return parts.join(' ') + (cut ? `  # body cut, ${body.length} bytes in all` : '')
}
