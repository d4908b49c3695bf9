import { codeArguments, codeOf, type Parsed, stringOf } from './response.ts'
import type { FolderChange } from './types.ts'
import type { Untagged, Wire } from './wire.ts'

export type Unasked = {
  /** What the server said without being asked since the folder was opened; reading empties it. */
  takeChanges(): FolderChange[]
  onChange(listener: (() => void) | null): void
  /** The UIDVALIDITY that the server announced in mid-session, if it did. */
  announcedUidValidity(): string | null
  forgetFolder(): void
}

/** Takes the place of imapflow's own handlers, which work only with its own SELECT. */
export function listenToUnasked(wire: Wire, onBye: () => void): Unasked {
  const changes = new Set<FolderChange>()
  let listener: (() => void) | null = null
  let announced: string | null = null
  const noted =
    (change: FolderChange): Untagged =>
    () => {
      changes.add(change)
      listener?.()
    }
  const { OK, BYE } = wire.untaggedHandlers
  Object.assign(wire.untaggedHandlers, {
    EXISTS: noted('exists'),
    EXPUNGE: noted('expunge'),
    VANISHED: noted('expunge'),
    FETCH: noted('flags'),
    OK: async (parsed: Parsed) => {
      await OK?.(parsed)
      if (codeOf(parsed) === 'UIDVALIDITY') announced = stringOf(codeArguments(parsed)[0]) ?? '0'
    },
    BYE: async (parsed: Parsed) => {
      await BYE?.(parsed)
      onBye()
    },
  })
  return {
    takeChanges: () => {
      const taken = [...changes]
      changes.clear()
      return taken
    },
    onChange: (next) => {
      listener = next
    },
    announcedUidValidity: () => announced,
    forgetFolder: () => {
      changes.clear()
      announced = null
    },
  }
}
