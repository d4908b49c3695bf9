import { deflateSync } from 'node:zlib'

type PdfOptions = {
  /** Further entries of the page's resources, of the catalogue and of the trailer. */
  resources?: string
  catalogue?: string
  trailer?: string
  /** Further objects, from number 4 on. */
  objects?: string[]
  isCompressed?: boolean
}

const page = (contents: string, filter = '') =>
  `<< /Length ${Buffer.byteLength(contents, 'latin1')} ${filter} >>\nstream\n${contents}\nendstream`

/** A PDF whose pages have these drawing operators, with Helvetica as F1. */
export function writePdf(pages: (string | Buffer)[], options: PdfOptions = {}): Buffer {
  const { resources = '', catalogue = '', trailer = '', objects: more = [], isCompressed } = options
  const first = 4 + more.length
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...more,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
      isCompressed
        ? page(deflateSync(content, { level: 1 }).toString('latin1'), '/Filter /FlateDecode')
        : page(typeof content === 'string' ? content : content.toString('latin1')),
    ]),
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

/** The operators for a line of text. */
export const textAt = (x: number, y: number, text: string, size = 12) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`

/** Needs a password, which nobody gives. */
export const encryptedPdf = () =>
  writePdf([textAt(60, 700, 'Secret')], {
    trailer: `/ID [<01> <01>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
  })

/** A small file that becomes a string of 90 MB. */
export const pdfBomb = () =>
  writePdf(
    [Buffer.concat([Buffer.from('BT /F1 12 Tf ('), Buffer.alloc(90_000_000, 'a'), Buffer.from(') Tj ET')])],
    {
      isCompressed: true,
    },
  )
