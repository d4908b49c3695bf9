// For each line of the bundle, two numbers of 16 bits: the source, counted from one, and the line in it.
const bytesPerLine = 4
const maxNumber = 0xffff

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digits = new Map([...alphabet].map((letter, value) => [letter, value]))

/** The numbers of a segment of a source map (base 64, variable length, sign in the lowest bit). */
function decode(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const letter of segment) {
    const digit = digits.get(letter) ?? 0
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    value = 0
    shift = 0
  }
  return numbers
}

/** Made of the `mappings` of a source map; `sources` gives each of its sources an index, or -1. */
export function lineTable(mappings: string, sources: readonly number[]): Buffer {
  const lines = mappings.split(';')
  const table = Buffer.alloc(lines.length * bytesPerLine)
  let source = 0
  let line = 0
  for (const [index, segments] of lines.entries()) {
    let isFirst = true
    for (const segment of segments.split(',')) {
      const [, sourceStep, lineStep] = decode(segment)
      if (sourceStep === undefined || lineStep === undefined) continue
      source += sourceStep
      line += lineStep
      const number = (sources[source] ?? -1) + 1
      if (!isFirst || number > maxNumber || line + 1 > maxNumber) continue
      isFirst = false
      table.writeUInt16LE(number, index * bytesPerLine)
      table.writeUInt16LE(line + 1, index * bytesPerLine + 2)
    }
  }
  return table
}

/** Where a line of the bundle, counted from one, comes from. */
export function lineOf(table: Buffer, line: number): { source: number; line: number } | undefined {
  const at = (line - 1) * bytesPerLine
  if (at < 0 || at + bytesPerLine > table.length) return undefined
  const number = table.readUInt16LE(at)
  return number === 0 ? undefined : { source: number - 1, line: table.readUInt16LE(at + 2) }
}
