// The native search is quadratic on crafted input: looking for "aa…aba…aa" in "aaa…a" blocks for seconds. Short needles
// are harmless; long ones use Knuth-Morris-Pratt.
const maxNativeLength = 16

/** For each prefix: the length of its longest proper prefix that is also a suffix. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  let length = 0
  for (let i = 1; i < needle.length; i++) {
    while (length > 0 && needle.charCodeAt(i) !== needle.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (needle.charCodeAt(i) === needle.charCodeAt(length)) length++
    borders[i] = length
  }
  return borders
}

/** Up to `max` non-overlapping positions of a non-empty needle, in linear time. */
export function positionsOf(text: string, needle: string, max: number): number[] {
  const found: number[] = []
  if (needle.length <= maxNativeLength) {
    let at = text.indexOf(needle)
    while (at >= 0 && found.length < max) {
      found.push(at)
      at = text.indexOf(needle, at + needle.length)
    }
    return found
  }
  const borders = bordersOf(needle)
  let length = 0
  for (let i = 0; i < text.length && found.length < max; i++) {
    while (length > 0 && text.charCodeAt(i) !== needle.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (text.charCodeAt(i) === needle.charCodeAt(length)) length++
    if (length < needle.length) continue
    found.push(i - length + 1)
    length = 0
  }
  return found
}

/** -1 if it does not occur. */
export const positionOf = (text: string, needle: string): number =>
  needle === '' ? 0 : (positionsOf(text, needle, 1)[0] ?? -1)
