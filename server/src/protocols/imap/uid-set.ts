// The sets of RFC 9051 section 4.1.1: `1:4,9`.

const highestUid = 2 ** 32 - 1

/** Rising, without doubles; what is no UID is left out. */
export const sortedUids = (uids: Iterable<number>): number[] =>
  [...new Set(uids)]
    .filter((uid) => Number.isInteger(uid) && uid > 0 && uid <= highestUid)
    .sort((a, b) => a - b)

export function packUids(uids: Iterable<number>): string {
  const parts: string[] = []
  let from = 0
  let to = 0
  const close = () => from > 0 && parts.push(from === to ? `${from}` : `${from}:${to}`)
  for (const uid of sortedUids(uids)) {
    if (uid === to + 1 && from > 0) to = uid
    else {
      close()
      from = to = uid
    }
  }
  close()
  return parts.join(',')
}

// A server may name a range of four thousand million in a few bytes: nobody has a folder of that size.
const maxUids = 20_000_000

export function expandUids(set: string | null): number[] {
  const uids: number[] = []
  for (const part of (set ?? '').split(',')) {
    const [, first, second = first] = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(part) ?? []
    if (first === undefined) continue
    const [low, high] = [Math.min(Number(first), Number(second)), Math.max(Number(first), Number(second))]
    for (let uid = Math.max(1, low); uid <= high && uids.length < maxUids; uid += 1) uids.push(uid)
  }
  return uids
}

/** In the order given, at most `size` each. */
export const chunksOf = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
