/** A cell by its place, and a rectangle of cells between two of them. */
export type Place = { row: number; column: number }
export type Area = { top: number; left: number; bottom: number; right: number }

export const areaOf = (a: Place, b: Place): Area => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export const contains = ({ top, left, bottom, right }: Area, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right

type Size = { rows: number; columns: number; page: number }
type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean }

/** Where a key leads from a cell, or undefined if it is none that moves. */
export function moved(
  { row, column }: Place,
  pressed: Pressed,
  { rows, columns, page }: Size,
): Place | undefined {
  const isFar = pressed.ctrlKey || pressed.metaKey
  const targets: Record<string, Place> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? columns - 1 : column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
  }
  const target = targets[pressed.key]
  return (
    target && {
      row: Math.min(Math.max(0, rows - 1), Math.max(0, target.row)),
      column: Math.min(Math.max(0, columns - 1), Math.max(0, target.column)),
    }
  )
}
