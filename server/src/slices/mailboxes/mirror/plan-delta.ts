import type { MirroredFolder } from '../../messages/index.ts'

export type RemoteState = {
  uidValidity: string
  uidNext: number
  exists: number
  highestModseq: string | null
}

/** How to sync a folder, given its stored and its current state. */
export type DeltaPlan =
  /** Never synced: present messages are history, later ones are new mail. */
  | { kind: 'first' }
  /** The server has renumbered its messages (RFC 9051, section 2.3.1.1): all known UIDs are invalid. */
  | { kind: 'renumbered' }
  | {
      kind: 'known'
      /** Messages with this UID or a higher one are new; undefined when there are none. */
      newFrom: number | undefined
      /** Fetch the flags changed since this MODSEQ; `all` if every message has to be compared. */
      flags: { changedSince: string } | 'all' | 'none'
    }

export function planDelta(folder: MirroredFolder, remote: RemoteState): DeltaPlan {
  if (folder.uidValidity === null || folder.uidNext === null || folder.mirroredFrom === null)
    return { kind: 'first' }
  if (folder.uidValidity !== remote.uidValidity) return { kind: 'renumbered' }
  // UIDNEXT decreased under the same UIDVALIDITY: the server has lost its index, which needs the same treatment.
  if (remote.uidNext < folder.uidNext) return { kind: 'renumbered' }
  const newFrom = remote.uidNext > folder.uidNext ? folder.uidNext : undefined
  return { kind: 'known', newFrom, flags: planFlags(folder.highestModseq, remote.highestModseq) }
}

function planFlags(known: string | null, now: string | null): { changedSince: string } | 'all' | 'none' {
  if (now === null || known === null) return 'all'
  if (now === known) return 'none'
  // MODSEQ decreased: the server restarted its counter, so CHANGEDSINCE is meaningless.
  return BigInt(now) < BigInt(known) ? 'all' : { changedSince: known }
}
