import { codeArguments, codeOf, type Parsed, stringOf } from './response.ts'
import type { FolderChange } from './types.ts'
import type { Untagged, Wire } from './wire.ts'

export type Unsolicited = {
  /** Returns and clears the changes that the server reported unsolicited since the folder was opened. */
  takeChanges(): FolderChange[]
  onChange(listener: (() => void) | null): void
  /** The UIDVALIDITY that the server announced mid-session, if any. */
  announcedUidValidity(): string | null
  resetFolder(): void
}

/** Replaces imapflow's handlers, which work only with its own SELECT. */
export function trackUnsolicited(wire: Wire, onBye: () => void): Unsolicited {
  const changes = new Set<FolderChange>()
  let listener: (() => void) | null = null
  let announced: string | null = null
  const recordChange =
    (change: FolderChange): Untagged =>
    () => {
      changes.add(change)
      listener?.()
    }
  const { OK, BYE } = wire.untaggedHandlers
  Object.assign(wire.untaggedHandlers, {
    EXISTS: recordChange('exists'),
    EXPUNGE: recordChange('expunge'),
    VANISHED: recordChange('expunge'),
    FETCH: recordChange('flags'),
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
    resetFolder: () => {
      changes.clear()
      announced = null
    },
  }
}
