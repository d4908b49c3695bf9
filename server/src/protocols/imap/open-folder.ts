import { atoms, folderName } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import { changesSince, fetchFlags, findMissing } from './fetch-flags.ts'
import { fetchPart } from './fetch-part.ts'
import { fetchChunk } from './fetch-sources.ts'
import { idle } from './idle.ts'
import { expungeUids, moveUids } from './move.ts'
import { searchMessageId, searchUids } from './search.ts'
import { type Selected, selectFolder } from './select.ts'
import { storeFlags, storeLabels } from './store.ts'
import type { FetchReport, OpenFolder } from './types.ts'
import { chunksOf } from './uid-set.ts'

const fetchBatchSize = 500

/** `isCurrent` returns whether the session still has this folder open. */
function createOpenFolder(
  connection: Connection,
  selected: Selected,
  path: string,
  isCurrent: () => boolean,
): OpenFolder {
  const { uidValidity, highestModseq } = selected
  const withModseq = highestModseq !== null
  const check = () => {
    if (!isCurrent()) throw new ImapFault('protocol', `The folder ${path} is no longer open.`)
    const announced = connection.announcedUidValidity()
    if (announced !== null && announced !== uidValidity)
      throw new ImapFault('uidvalidity_changed', `The server renumbered ${path}.`)
  }
  // Checked before and after: a response that came after the renumbering is invalid too.
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    connection.withLock(async () => {
      check()
      const result = await work()
      check()
      return result
    })
  return {
    path,
    ...selected,
    uids: (filter = {}) => locked(() => searchUids(connection, filter)),
    fetchSources: async (uids, options) => {
      const report: FetchReport = { missing: [], failed: [] }
      const context = { connection, withModseq, check, options }
      for (const chunk of chunksOf([...new Set(uids)], fetchBatchSize))
        await locked(() => fetchChunk(context, chunk, report))
      return report
    },
    fetchPart: (uid, part, maxBytes) => locked(() => fetchPart(connection, uid, part, maxBytes)),
    fetchFlags: (range = {}) => locked(() => fetchFlags(connection, range, withModseq)),
    changesSince: async (modseq) => {
      // A server restored from a backup restarts at lower numbers, and CHANGEDSINCE would report no changes.
      if (!highestModseq || !/^\d+$/.test(modseq) || BigInt(modseq) > BigInt(highestModseq)) return null
      return locked(() => changesSince(connection, modseq))
    },
    findMissing: (known) => locked(() => findMissing(connection, known)),
    addFlags: (uids, flags, { unchangedSince } = {}) =>
      locked(() =>
        storeFlags(connection, uids, flags, { sign: '+', ...condition(withModseq, unchangedSince) }),
      ),
    removeFlags: (uids, flags, { unchangedSince } = {}) =>
      locked(() =>
        storeFlags(connection, uids, flags, { sign: '-', ...condition(withModseq, unchangedSince) }),
      ),
    setLabels: (uids, labels, how) => locked(() => storeLabels(connection, uids, labels, how)),
    move: (uids, target) => locked(() => moveUids(connection, uids, target)),
    expunge: (uids) => locked(() => expungeUids(connection, uids)),
    searchMessageId: (id) => locked(() => searchMessageId(connection, id)),
    idle: (options) => idle(connection, check, options),
  }
}

/** Without MODSEQ there is nothing to compare with, and the server would reject the condition. */
const condition = (withModseq: boolean, unchangedSince: string | undefined) =>
  withModseq ? { unchangedSince } : {}

/** Opens folders on one connection; only the last one opened is usable. */
export function createFolderOpener(connection: Connection) {
  let generation = 0
  let last: { path: string; readOnly: boolean; folder: OpenFolder } | undefined
  return (path: string, { readOnly = false, reuse = false } = {}): Promise<OpenFolder> =>
    connection.withLock(async () => {
      const isRenumbered = () =>
        (connection.announcedUidValidity() ?? last?.folder.uidValidity) !== last?.folder.uidValidity
      if (reuse && last?.path === path && last.readOnly === readOnly && !isRenumbered()) return last.folder
      last = undefined
      generation += 1
      const ownGeneration = generation
      connection.resetFolder()
      const useCondstore = connection.has('CONDSTORE') && !connection.enabled('CONDSTORE')
      const parameters = useCondstore ? [atoms('CONDSTORE')] : []
      const command = readOnly ? 'EXAMINE' : 'SELECT'
      const selected = await selectFolder(connection, command, folderName(path), parameters)
      const folder = createOpenFolder(connection, selected, path, () => ownGeneration === generation)
      last = { path, readOnly, folder }
      return folder
    })
}
