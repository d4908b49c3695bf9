// Folder names are sent in modified UTF-7 (RFC 3501 section 5.1.3): `Entwürfe` is `Entw&APw-rfe`.

/** Also encodes control characters, so that no name can end a command. */
export const encodeName = (name: string): string =>
  name.replace(/&|[^\x20-\x7e]+/g, (part) => {
    if (part === '&') return '&-'
    const utf16 = Buffer.from(part, 'utf16le').swap16()
    return `&${utf16.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  })

/** A name that does not round-trip is kept as received, so that the server recognises it. */
export function decodeName(wire: string): string {
  const name = wire.replace(/&([^-&]*)-/g, (_all, base64: string) => {
    if (base64 === '') return '&'
    const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64')
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  })
  return encodeName(name) === wire ? name : wire
}
