// The parts of a message by their IMAP number (RFC 9051 section 6.4.5.1), for FETCH BODY[1.2].

const headerEnd = (source: Buffer) => {
  const end = source.indexOf('\r\n\r\n')
  return end < 0 ? source.length : end + 4
}

function boundaryOf(source: Buffer): string | undefined {
  const header = source
    .subarray(0, headerEnd(source))
    .toString('latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ')
  const type = /^content-type:\s*multipart\/.*$/im.exec(header)?.[0]
  return /boundary="?([^";]+)"?/i.exec(type ?? '')?.[1]
}

function childrenOf(source: Buffer): Buffer[] {
  const boundary = boundaryOf(source)
  if (boundary === undefined) return []
  const parts: Buffer[] = []
  const mark = `--${boundary}`
  let at = source.indexOf(mark, headerEnd(source))
  while (at >= 0) {
    const start = source.indexOf('\r\n', at) + 2
    const next = source.indexOf(`\r\n${mark}`, start - 2)
    if (source.toString('latin1', at + mark.length, at + mark.length + 2) === '--' || next < 0) break
    parts.push(source.subarray(start, next))
    at = next + 2
  }
  return parts
}

/** The encoded content of a part, without its header; undefined if there is no such part. */
export function partOf(source: Buffer, number: string): Buffer | undefined {
  let part: Buffer | undefined = source
  for (const step of number.split('.')) {
    const children: Buffer[] = part ? childrenOf(part) : []
    // The only part of a message that is not multipart has the number 1.
    part = children.length === 0 && step === '1' ? part : children[Number(step) - 1]
  }
  return part?.subarray(headerEnd(part))
}
