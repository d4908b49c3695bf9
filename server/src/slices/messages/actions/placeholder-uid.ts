import { randomInt } from 'node:crypto'

// A message moved in the mirror has no UID in its new folder until the server has moved it too. Until then it has one
// that no server assigns (UIDs have 32 bits), in a range of its own below that of other temporary UIDs.
const maxPlaceholder = -(2 ** 40)

/** One for each message that moves together, in their order: the magnitude of a UID is part of the reading order. */
export function placeholderUids(count: number): number[] {
  const first = maxPlaceholder - randomInt(2 ** 40)
  return Array.from({ length: count }, (_, i) => first - i)
}
