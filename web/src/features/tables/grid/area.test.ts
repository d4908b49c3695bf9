import { expect, it } from 'vitest'
import { areaOf, contains, moved } from './area.ts'

const size = { rows: 100, columns: 4, page: 20 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })

it('moves by keys and stops at the edges', () => {
  const at = { row: 5, column: 1 }
  expect(moved(at, press('ArrowDown'), size)).toEqual({ row: 6, column: 1 })
  expect(moved(at, press('ArrowDown', true), size)).toEqual({ row: 99, column: 1 })
  expect(moved(at, press('PageUp'), size)).toEqual({ row: 0, column: 1 })
  expect(moved(at, press('End', true), size)).toEqual({ row: 99, column: 3 })
  expect(moved({ row: 0, column: 0 }, press('ArrowLeft'), size)).toEqual({ row: 0, column: 0 })
  expect(moved(at, press('a'), size)).toBeUndefined()
})

it('is a rectangle whichever corner comes first', () => {
  const area = areaOf({ row: 3, column: 2 }, { row: 1, column: 0 })
  expect(area).toEqual({ top: 1, left: 0, bottom: 3, right: 2 })
  expect(contains(area, 2, 1)).toBe(true)
  expect(contains(area, 4, 1)).toBe(false)
})
