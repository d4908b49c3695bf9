import type { MirroredFolder } from '../../messages/index.ts'

export type RemoteState = {
  uidValidity: string
  uidNext: number
  exists: number
  highestModseq: string | null
}

/** What to do about a folder, from what we knew and what the server says now. */
export type DeltaPlan =
  /** Never seen: what is there now is history, what comes is new mail. */
  | { kind: 'first' }
  /** The server numbers its messages anew (RFC 9051, section 2.3.1.1): every UID we know is void. */
  | { kind: 'renumbered' }
  | {
      kind: 'known'
      /** Messages with this UID or a higher one are new; undefined when there are none. */
      newFrom: number | undefined
      /** Flags changed since this; `all` where only a look at each of them tells. */
      flags: { changedSince: string } | 'all' | 'none'
    }

export function planDelta(folder: MirroredFolder, remote: RemoteState): DeltaPlan {
  if (folder.uidValidity === null || folder.uidNext === null || folder.mirroredFrom === null)
    return { kind: 'first' }
  if (folder.uidValidity !== remote.uidValidity) return { kind: 'renumbered' }
  // A server whose next UID went back under the same validity has lost its index: the same cure.
  if (remote.uidNext < folder.uidNext) return { kind: 'renumbered' }
  const newFrom = remote.uidNext > folder.uidNext ? folder.uidNext : undefined
  return { kind: 'known', newFrom, flags: planFlags(folder.highestModseq, remote.highestModseq) }
}

function planFlags(known: string | null, now: string | null): { changedSince: string } | 'all' | 'none' {
  if (now === null || known === null) return 'all'
  if (now === known) return 'none'
  // It went back: the server restarted its count, and "since" means nothing.
  return BigInt(now) < BigInt(known) ? 'all' : { changedSince: known }
}
