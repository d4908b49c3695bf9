import { crc32, deflateSync } from 'node:zlib'
import type { File } from './compose.ts'

const escapePdf = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('€', 'EUR')
    .replaceAll(/[\\()]/g, '\\$&')

/** A PDF of one page with these lines of text. */
export function pdfOf(name: string, lines: string[]): File {
  const text = lines.map((line) => `(${escapePdf(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 13 Tf 20 TL 60 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = Buffer.byteLength(body, 'latin1')
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = Buffer.byteLength(body, 'latin1')
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, type: 'application/pdf', content: Buffer.from(body, 'latin1') }
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A photograph of sorts: the glow of a lamp in a dark room, of 320 by 200 pixels. */
export function photoOf(name: string, [red, green, blue]: [number, number, number]): File {
  const [width, height] = [320, 200]
  const pixels = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - width * 0.62, (y - height * 0.42) * 1.3)
      const light = Math.exp(-distance / 70) + (distance < 22 ? 0.5 : 0) + (y > height * 0.82 ? 0.06 : 0)
      const at = y * (1 + width * 3) + 1 + x * 3
      for (const [channel, value] of [red, green, blue].entries())
        pixels[at + channel] = Math.min(255, Math.round(18 + value * light))
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const content = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, type: 'image/png', content }
}
