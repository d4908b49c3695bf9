import { atoms, folderName } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import { changesSince, fetchFlags, missingOf } from './fetch-flags.ts'
import { fetchPart } from './fetch-part.ts'
import { fetchChunk } from './fetch-sources.ts'
import { idle } from './idle.ts'
import { expungeUids, moveUids } from './move.ts'
import { searchMessageId, searchUids } from './search.ts'
import { type Selected, selectFolder } from './select.ts'
import { storeFlags, storeLabels } from './store.ts'
import type { FetchReport, OpenFolder } from './types.ts'
import { chunksOf } from './uid-set.ts'

const perFetch = 500

/** `isCurrent` tells whether the session still has this folder open. */
function folderOf(
  connection: Connection,
  selected: Selected,
  path: string,
  isCurrent: () => boolean,
): OpenFolder {
  const { uidValidity, highestModseq } = selected
  const withModseq = highestModseq !== null
  const check = () => {
    if (!isCurrent()) throw new ImapFault('protocol', `The folder ${path} is no longer the open one.`)
    const announced = connection.announcedUidValidity()
    if (announced !== null && announced !== uidValidity)
      throw new ImapFault('uidvalidity_changed', `The server renumbered ${path}.`)
  }
  // Checked on both sides: an answer that came after the renumbering is void too.
  const turn = <T>(work: () => Promise<T>): Promise<T> =>
    connection.take(async () => {
      check()
      const result = await work()
      check()
      return result
    })
  return {
    path,
    ...selected,
    uids: (range = {}) => turn(() => searchUids(connection, range)),
    fetchSources: async (uids, options) => {
      const report: FetchReport = { missing: [], failed: [] }
      const context = { connection, withModseq, check, options }
      for (const chunk of chunksOf([...new Set(uids)], perFetch))
        await turn(() => fetchChunk(context, chunk, report))
      return report
    },
    fetchPart: (uid, part, maxBytes) => turn(() => fetchPart(connection, uid, part, maxBytes)),
    fetchFlags: (range = {}) => turn(() => fetchFlags(connection, range, withModseq)),
    changesSince: async (modseq) => {
      // A server restored from a backup counts from lower numbers again: CHANGEDSINCE would say "nothing".
      if (!highestModseq || !/^\d+$/.test(modseq) || BigInt(modseq) > BigInt(highestModseq)) return null
      return turn(() => changesSince(connection, modseq))
    },
    missingOf: (known) => turn(() => missingOf(connection, known)),
    addFlags: (uids, flags, { unchangedSince } = {}) =>
      turn(() =>
        storeFlags(connection, uids, flags, { sign: '+', ...condition(withModseq, unchangedSince) }),
      ),
    removeFlags: (uids, flags, { unchangedSince } = {}) =>
      turn(() =>
        storeFlags(connection, uids, flags, { sign: '-', ...condition(withModseq, unchangedSince) }),
      ),
    setLabels: (uids, labels, how) => turn(() => storeLabels(connection, uids, labels, how)),
    move: (uids, target) => turn(() => moveUids(connection, uids, target)),
    expunge: (uids) => turn(() => expungeUids(connection, uids)),
    searchMessageId: (id) => turn(() => searchMessageId(connection, id)),
    idle: (options) => idle(connection, check, options),
  }
}

/** Where the folder has no MODSEQ there is nothing to compare with, and the server would refuse. */
const condition = (withModseq: boolean, unchangedSince: string | undefined) =>
  withModseq ? { unchangedSince } : {}

/** Makes folders of one connection: the last one opened is the one that may work. */
export function createOpen(connection: Connection) {
  let current = 0
  let last: { path: string; readOnly: boolean; folder: OpenFolder } | undefined
  return (path: string, { readOnly = false, asItIs = false } = {}): Promise<OpenFolder> =>
    connection.take(async () => {
      const isRenumbered = () =>
        (connection.announcedUidValidity() ?? last?.folder.uidValidity) !== last?.folder.uidValidity
      if (asItIs && last?.path === path && last.readOnly === readOnly && !isRenumbered()) return last.folder
      last = undefined
      current += 1
      const mine = current
      connection.forgetFolder()
      const useCondstore = connection.has('CONDSTORE') && !connection.enabled('CONDSTORE')
      const parameters = useCondstore ? [atoms('CONDSTORE')] : []
      const command = readOnly ? 'EXAMINE' : 'SELECT'
      const selected = await selectFolder(connection, command, folderName(path), parameters)
      const folder = folderOf(connection, selected, path, () => mine === current)
      last = { path, readOnly, folder }
      return folder
    })
}
