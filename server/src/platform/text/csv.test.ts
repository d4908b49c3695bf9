import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, decodeCsv, parseCsv, protectText, unprotectText } from './csv.ts'

const parse = (text: string) => [...parseCsv(text)].map(({ line, cells }) => [line, ...cells])

describe('reading CSV', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2'],
      ],
    ],
    [
      'a\tb\r1\t2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      '\ufeff"a ""x""",b\n"1\n2",3\n4,5',
      [
        [1, 'a "x"', 'b'],
        [2, '1\n2', '3'],
        [4, '4', '5'],
      ],
    ],
    [
      'a,b\n\n,\n1,\n',
      [
        [1, 'a', 'b'],
        [4, '1', ''],
      ],
    ],
    [
      'a\n"never closed\n1',
      [
        [1, 'a'],
        [2, 'never closed\n1'],
      ],
    ],
    [
      'a\n"x"y',
      [
        [1, 'a'],
        [2, 'xy'],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(parse(text)).toEqual(expected)
  })

  it('decodes invalid UTF-8 as Windows-1252', () => {
    expect(decodeCsv(Buffer.from([0xe9, 0x80]))).toBe('é€')
    expect(decodeCsv(Buffer.from('é€'))).toBe('é€')
  })

  it('round-trips arbitrary cells', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        fc.pre(cells.some((one) => one !== ''))
        // The first line determines the separator.
        const header = csvLine(cells.map((_, i) => `c${i}`))
        const [, read] = [...parseCsv(header + csvLine(cells.map(protectText)))]
        expect(read?.cells.map(unprotectText)).toEqual(cells)
      }),
    )
  })
})

describe('writing CSV', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    ' =1',
    '\u00a0＝1',
    '\u200b=1',
    '\ufeff=1',
    '"=1',
    '"＝1',
    "'=1",
    "''＝1",
  ])('prevents a spreadsheet from evaluating %j', (text) => {
    expect(protectText(text)).toBe(`'${text}`)
    expect(unprotectText(protectText(text))).toBe(text)
  })

  it.each(['a=1', '', "'quoted'", '5', 'a\n=1', '“text”', '# 1'])('leaves %j as it is', (text) => {
    expect(protectText(text)).toBe(text)
    expect(unprotectText(text)).toBe(text)
  })
})
