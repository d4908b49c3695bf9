/** Whole numbers, none of them negative, in as few bytes as the largest needs. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

const zero = 48
const opening = 123
const separator = 44
const closing = 125

/** A list that grows, and is read from the text of a PostgreSQL array: the driver takes many times as long to parse one. */
export function createNumberList() {
  let values = new Float64Array(256)
  let [length, max] = [0, 0]
  const push = (value: number) => {
    if (length === values.length) {
      const longer = new Float64Array(2 * length)
      longer.set(values)
      values = longer
    }
    values[length++] = value
    if (value > max) max = value
  }
  return {
    push,
    /** Adds the numbers of `{1,2,3}`, or of several such lists, one behind another; none of them is empty then. */
    addText(text: string) {
      if (text.length <= 2) return
      let value = 0
      for (let i = 1; i < text.length; i++) {
        const code = text.charCodeAt(i)
        if (code === separator || code === closing) {
          push(value)
          value = 0
        } else if (code !== opening) value = value * 10 + (code - zero)
      }
    },
    at: (index: number) => values[index] as number,
    length: () => length,
    clear() {
      ;[length, max] = [0, 0]
    },
    pack(): Numbers {
      const filled = values.subarray(0, length)
      if (max < 2 ** 8) return Uint8Array.from(filled)
      if (max < 2 ** 16) return Uint16Array.from(filled)
      return max < 2 ** 32 ? Uint32Array.from(filled) : Float64Array.from(filled)
    },
  }
}
