import { atoms, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import { messageOf, readFetch } from './message.ts'
import type { Node, Parsed } from './response.ts'
import { searchLarger, searchUids } from './search.ts'
import type { FetchOptions, FetchReport } from './types.ts'
import { chunksOf, packUids } from './uid-set.ts'

/** `head`: header and structure. `header`: for structures that break the server or our parser. */
type Scope = 'whole' | 'head' | 'header'
type Context = { connection: Connection; withModseq: boolean; check: () => void; options: FetchOptions }

const section = (...names: string[]): Node => ({ type: 'ATOM', value: 'BODY.PEEK', section: atoms(...names) })

function items({ connection, withModseq }: Context, scope: Scope): Node[] {
  const names = ['UID', 'FLAGS', 'INTERNALDATE', ...(withModseq ? ['MODSEQ'] : [])]
  if (connection.has('X-GM-EXT-1')) names.push('X-GM-LABELS', 'X-GM-MSGID', 'X-GM-THRID')
  // The structure costs the server and our parser more than the message itself: only without the message.
  if (scope !== 'whole') names.push('RFC822.SIZE')
  if (scope === 'head') names.push('BODYSTRUCTURE')
  return [...atoms(...names), scope === 'whole' ? section() : section('HEADER')]
}

/** Runs one command and returns the UIDs received. imapflow swallows a handler's error, so it is rethrown here. */
async function fetchOnce(context: Context, uids: number[], scope: Scope): Promise<Set<number>> {
  const { connection, options, check } = context
  const requested = new Set(uids)
  const received = new Set<number>()
  let thrown: { error: unknown } | undefined
  const FETCH = async (parsed: Parsed) => {
    const fetched = readFetch(parsed)
    const { uid, body } = fetched
    // A response without a body is an unsolicited flag change.
    if (thrown || !uid || !requested.has(uid) || body === undefined || received.has(uid)) return
    received.add(uid)
    try {
      check()
      options.signal?.throwIfAborted()
      await connection.busy(() => options.onMessage(messageOf(fetched, uid, scope === 'whole')))
    } catch (error) {
      thrown = { error }
    }
  }
  try {
    await connection.run('UID FETCH', [uidSet(packUids(uids)), items(context, scope)], {
      untagged: { FETCH },
    })
  } catch (error) {
    // On "NO [EXPUNGEISSUED]" and the like, what came is valid and the rest is fetched one by one.
    if (!(error instanceof ImapFault) || error.kind !== 'refused') throw error
  }
  if (thrown) throw thrown.error
  return received
}

async function fetchOne(context: Context, uid: number, scope: Scope): Promise<boolean> {
  if ((await fetchOnce(context, [uid], scope)).has(uid)) return true
  return scope === 'head' && (await fetchOnce(context, [uid], 'header')).has(uid)
}

/** A message that the server cannot return, or that cannot be parsed, must not block the others. */
async function fetchGroup(context: Context, uids: number[], scope: Scope, report: FetchReport) {
  if (uids.length === 0) return
  const received = await fetchOnce(context, uids, scope)
  const missing = uids.filter((uid) => !received.has(uid))
  if (missing.length === 0) return
  const range = { from: Math.min(...missing), to: Math.max(...missing) }
  const present = new Set(await searchUids(context.connection, range))
  for (const uid of missing) {
    if (!present.has(uid)) report.missing.push(uid)
    else if (!(await fetchOne(context, uid, scope))) report.failed.push(uid)
  }
}

// An aborted fetch is still read to its end, so the size of one command's response must be bounded.
const smallMessageBytes = 256 * 1024
const largeMessagesPerFetch = 8

/**
 * Uses `SEARCH LARGER` instead of the size of each message: one response per chunk, where sizes would double the
 * number of responses to parse, which dominates the run time.
 */
export async function fetchChunk(context: Context, uids: number[], report: FetchReport): Promise<void> {
  const { connection, options } = context
  const { maxBytes, signal, wrapLargeFetch = (work) => work() } = options
  signal?.throwIfAborted()
  const larger = new Set(await searchLarger(connection, uids, Math.min(smallMessageBytes, maxBytes)))
  const tooLarge =
    larger.size && maxBytes > smallMessageBytes
      ? await searchLarger(connection, [...larger], maxBytes)
      : [...larger]
  const isTooLarge = new Set(tooLarge)
  const large = uids.filter((uid) => larger.has(uid) && !isTooLarge.has(uid))
  await fetchGroup(
    context,
    uids.filter((uid) => !larger.has(uid)),
    'whole',
    report,
  )
  for (const group of chunksOf(large, largeMessagesPerFetch))
    await wrapLargeFetch(() => fetchGroup(context, group, 'whole', report))
  await fetchGroup(
    context,
    uids.filter((uid) => isTooLarge.has(uid)),
    'head',
    report,
  )
}
