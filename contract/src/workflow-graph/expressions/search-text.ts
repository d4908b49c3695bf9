// The platform's own search takes length of text times length of what is sought when both are made for it: "aaa…a" for
// "aa…aba…aa" stands still for seconds. Short ones cannot do harm; long ones go by Knuth, Morris and Pratt.
const short = 16

/** For each length of a beginning: how much of it is also its end. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length)
  let length = 0
  for (let i = 1; i < wanted.length; i++) {
    while (length > 0 && wanted.charCodeAt(i) !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (wanted.charCodeAt(i) === wanted.charCodeAt(length)) length++
    borders[i] = length
  }
  return borders
}

/** Where a text that is not empty occurs in another, without overlap, at most so many times. Linear. */
export function positionsOf(text: string, wanted: string, most: number): number[] {
  const found: number[] = []
  if (wanted.length <= short) {
    let at = text.indexOf(wanted)
    while (at >= 0 && found.length < most) {
      found.push(at)
      at = text.indexOf(wanted, at + wanted.length)
    }
    return found
  }
  const borders = bordersOf(wanted)
  let length = 0
  for (let i = 0; i < text.length && found.length < most; i++) {
    while (length > 0 && text.charCodeAt(i) !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (text.charCodeAt(i) === wanted.charCodeAt(length)) length++
    if (length < wanted.length) continue
    found.push(i - length + 1)
    length = 0
  }
  return found
}

/** -1 when it does not occur. */
export const positionOf = (text: string, wanted: string): number =>
  wanted === '' ? 0 : (positionsOf(text, wanted, 1)[0] ?? -1)
