// UID sets as in RFC 9051 section 4.1.1: `1:4,9`.

const maxUid = 2 ** 32 - 1

/** In ascending order, without duplicates and invalid UIDs. */
export const sortedUids = (uids: Iterable<number>): number[] =>
  [...new Set(uids)].filter((uid) => Number.isInteger(uid) && uid > 0 && uid <= maxUid).sort((a, b) => a - b)

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

// A server can name a range of four billion in a few bytes; no folder is that large.
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

/** In the given order, at most `size` each. */
export const chunksOf = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
