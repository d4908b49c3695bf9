/** Adds the Bcc header, which only the sender's own copy has. */
export function withBcc(source: Buffer, bcc: string[]): Buffer {
  return bcc.length === 0 ? source : Buffer.concat([Buffer.from(`Bcc: ${bcc.join(',\r\n ')}\r\n`), source])
}
