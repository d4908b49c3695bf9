const starts = (bytes: Uint8Array, sign: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(at, at + sign.length)
    .equals(Buffer.from(sign, 'latin1'))

const signs: [type: string, isType: (bytes: Uint8Array) => boolean][] = [
  ['image/png', (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => starts(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')],
  ['image/webp', (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)],
  ['image/avif', (bytes) => starts(bytes, 'ftypavif', 4) || starts(bytes, 'ftypavis', 4)],
  // Two letters alone could begin a text: the size of its header must fit too.
  ['image/bmp', (bytes) => starts(bytes, 'BM') && [12, 40, 52, 56, 108, 124].includes(bytes[14] ?? 0)],
  ['image/x-icon', (bytes) => starts(bytes, '\0\0\x01\0') && (bytes[4] ?? 0) > 0],
]

/** The type of an image by its content, whatever its server says. SVG is no image here: it is a document that can act. */
export const sniffImage = (bytes: Uint8Array): string | undefined =>
  signs.find(([, isType]) => isType(bytes))?.[0]
