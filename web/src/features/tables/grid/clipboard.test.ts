import { expect, it } from 'vitest'
import { formatCells, parseCells } from './clipboard.ts'

it('reads what a spreadsheet copies', () => {
  expect(parseCells('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(parseCells('"two\nlines"\t"a ""word"""\tplain "quoted"')).toEqual([
    ['two\nlines', 'a "word"', 'plain "quoted"'],
  ])
  expect(parseCells('one')).toEqual([['one']])
})

it('gives back what it writes', () => {
  const rows = [
    ['a\tb', 'c\nd'],
    ['"', ''],
  ]
  expect(parseCells(formatCells(rows))).toEqual(rows)
})
