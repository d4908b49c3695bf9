import { describe, expect, it } from 'vitest'
import { encryptedPdf, pdfBomb, textAt, writePdf } from '#test/mail/write-pdf'
import { readPdf } from './read-pdf.ts'

describe('the text of a PDF', () => {
  it('has the lines, words and columns that a person reads, page by page', async () => {
    const first = [
      textAt(60, 760, 'Invoice 4711 of 12 November 2026', 18),
      'BT /F1 12 Tf 20 TL 1 0 0 1 60 700 Tm (Lamp) Tj 300 0 Td (1 234,50 \\200) Tj -300 0 Td T* (D\\351lai : 10 jours) Tj ET',
      'BT /F1 12 Tf 60 600 Td [(Pa) 20 (yment) -278 (by) -278 (transfer)] TJ ET',
      'q 0 1 -1 0 500 300 cm BT /F1 10 Tf 0 0 Td (Turned) Tj 1 0 0 1 40 0 Tm (text) Tj ET Q',
    ]
    const form = textAt(10, 10, 'In a form')
    const file = writePdf([first.join('\n'), `${textAt(60, 700, 'Page two')}\n/Fm Do`], {
      isCompressed: true,
      resources: '/XObject << /Fm 4 0 R >>',
      objects: [
        `<< /Type /XObject /Subtype /Form /BBox [0 0 200 50] /Matrix [1 0 0 1 60 600] /Resources << /Font << /F1 3 0 R >> >> /Length ${form.length} >>\nstream\n${form}\nendstream`,
      ],
    })
    expect(await readPdf(file)).toBe(
      [
        'Invoice 4711 of 12 November 2026',
        'Lamp\t1 234,50 €',
        'Délai : 10 jours',
        'Payment by transfer',
        'Turned text',
        '',
        'Page two',
        'In a form',
      ].join('\n'),
    )
  })

  it('leaves out what a person cannot see', async () => {
    const hidden = [
      `1 g ${textAt(60, 780, 'white on white')} 0 g`,
      `0.98 g ${textAt(60, 760, 'almost white')} 0 g`,
      `q 3 Tr ${textAt(60, 740, 'without ink')} Q`,
      `q /Clear gs ${textAt(60, 720, 'transparent')} Q`,
      textAt(60, 700, 'tiny', 1),
      `q 0.01 0 0 0.01 0 0 cm ${textAt(6000, 68000, 'scaled down', 100)} Q`,
      `q 0 0 10 10 re W n ${textAt(60, 660, 'clipped')} Q`,
      `/OC /Layer BDC ${textAt(60, 640, 'on a hidden layer')} EMC`,
      textAt(700, 620, 'beside the page'),
      textAt(60, -40, 'below the page'),
      `${textAt(60, 600, 'under a box')} 1 g 50 590 300 30 re f 0 g`,
      `0 0 0.4 rg 50 550 300 30 re f 0 0 0.42 rg ${textAt(60, 560, 'dark on dark')} 0 g`,
      // A frame is no background, although its bounds are around the text.
      `0 g 40 500 400 40 re 42 502 396 36 re f* 1 g ${textAt(60, 515, 'in a frame')} 0 g`,
    ]
    const seen = [
      `0 0 0.4 rg 50 450 300 30 re f 1 g ${textAt(60, 460, 'White on blue.')} 0 g`,
      `0.6 g ${textAt(60, 430, 'Grey.')} 0 g`,
      `1 g 1 Tr 0 G ${textAt(60, 410, 'Outlined.')} 0 Tr 0 g`,
      `1 1 0 rg 50 380 300 30 re f 0 g ${textAt(60, 390, 'On yellow.')}`,
      `/OC /Shown BDC ${textAt(60, 360, 'On a layer.')} EMC`,
    ]
    const file = writePdf([[...hidden, ...seen].join('\n')], {
      resources: '/ExtGState << /Clear << /ca 0.02 >> >> /Properties << /Layer 4 0 R /Shown 5 0 R >>',
      objects: ['<< /Type /OCG /Name (Layer) >>', '<< /Type /OCG /Name (Shown) >>'],
      catalogue: '/OCProperties << /OCGs [4 0 R 5 0 R] /D << /BaseState /ON /OFF [4 0 R] >> >>',
    })
    expect(await readPdf(file)).toBe('White on blue.\nGrey.\nOutlined.\nOn yellow.\nOn a layer.')
  })

  it('is bounded in pages and characters', async () => {
    const line = Array.from({ length: 20 }, (_, at) => textAt(10, 700 - 20 * at, 'word '.repeat(40), 4)).join(
      '\n',
    )
    const text = (await readPdf(writePdf(Array.from({ length: 60 }, () => line)))) ?? ''
    expect(text).toHaveLength(20_000)
    const numbered = Array.from({ length: 40 }, (_, at) => textAt(60, 700, `Page ${at + 1}.`))
    expect((await readPdf(writePdf(numbered)))?.split('\n').filter(Boolean)).toHaveLength(30)
  })

  it.each([
    ['another file', () => Buffer.from('Not a PDF at all')],
    ['a damaged file', () => writePdf([textAt(60, 700, 'Text')]).subarray(0, 80)],
    ['an encrypted file', encryptedPdf],
    [
      'a huge file',
      () => Buffer.concat([writePdf([textAt(60, 700, 'Text')]), Buffer.alloc(11 * 1024 * 1024)]),
    ],
    ['a file that takes too much memory', pdfBomb],
  ])('is empty for %s', async (_, file) => {
    expect(await readPdf(file())).toBe('')
  })

  it('is not known if the machine is too slow to tell', async () => {
    expect(await readPdf(pdfBomb(), { wallMs: 1 })).toBeUndefined()
  })
})
