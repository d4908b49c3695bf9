/** Those who get it blind are told to nobody but the sender, in whose own copy they stand. */
export function withBcc(source: Buffer, bcc: string[]): Buffer {
  return bcc.length === 0 ? source : Buffer.concat([Buffer.from(`Bcc: ${bcc.join(',\r\n ')}\r\n`), source])
}
