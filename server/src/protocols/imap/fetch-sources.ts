import { atoms, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import { messageOf, readFetch } from './message.ts'
import type { Node, Parsed } from './response.ts'
import { searchLarger, searchUids } from './search.ts'
import type { FetchOptions, FetchReport } from './types.ts'
import { chunksOf, packUids } from './uid-set.ts'

/** `head`: header and structure. `header`: for the structures that the server or our parser cannot bear. */
type What = 'whole' | 'head' | 'header'
type Context = { connection: Connection; withModseq: boolean; check: () => void; options: FetchOptions }

const section = (...names: string[]): Node => ({ type: 'ATOM', value: 'BODY.PEEK', section: atoms(...names) })

function items({ connection, withModseq }: Context, what: What): Node[] {
  const wanted = ['UID', 'FLAGS', 'INTERNALDATE', ...(withModseq ? ['MODSEQ'] : [])]
  if (connection.has('X-GM-EXT-1')) wanted.push('X-GM-LABELS', 'X-GM-MSGID', 'X-GM-THRID')
  // The structure costs the server and our parser more than the mail itself: only where there is no mail.
  if (what !== 'whole') wanted.push('RFC822.SIZE')
  if (what === 'head') wanted.push('BODYSTRUCTURE')
  return [...atoms(...wanted), what === 'whole' ? section() : section('HEADER')]
}

/** One command; gives the UIDs that came. imapflow swallows what a handler throws: it is kept and thrown here. */
async function fetchOnce(context: Context, uids: number[], what: What): Promise<Set<number>> {
  const { connection, options, check } = context
  const wanted = new Set(uids)
  const came = new Set<number>()
  let thrown: { error: unknown } | undefined
  const FETCH = async (parsed: Parsed) => {
    const fetched = readFetch(parsed)
    const { uid, body } = fetched
    // Without a body it is a change of flags that the server tells by the way.
    if (thrown || !uid || !wanted.has(uid) || body === undefined || came.has(uid)) return
    came.add(uid)
    try {
      check()
      options.signal?.throwIfAborted()
      await connection.busy(() => options.onMessage(messageOf(fetched, uid, what === 'whole')))
    } catch (error) {
      thrown = { error }
    }
  }
  try {
    await connection.run('UID FETCH', [uidSet(packUids(uids)), items(context, what)], {
      untagged: { FETCH },
    })
  } catch (error) {
    // "NO [EXPUNGEISSUED]" and its like: what came is good, the rest is looked at singly.
    if (!(error instanceof ImapFault) || error.kind !== 'refused') throw error
  }
  if (thrown) throw thrown.error
  return came
}

async function fetchSingly(context: Context, uid: number, what: What): Promise<boolean> {
  if ((await fetchOnce(context, [uid], what)).has(uid)) return true
  return what === 'head' && (await fetchOnce(context, [uid], 'header')).has(uid)
}

/** One mail that the server cannot hand out, or that cannot be parsed, must not block its neighbours. */
async function fetchGroup(context: Context, uids: number[], what: What, report: FetchReport) {
  if (uids.length === 0) return
  const came = await fetchOnce(context, uids, what)
  const left = uids.filter((uid) => !came.has(uid))
  if (left.length === 0) return
  const range = { from: Math.min(...left), to: Math.max(...left) }
  const present = new Set(await searchUids(context.connection, range))
  for (const uid of left) {
    if (!present.has(uid)) report.missing.push(uid)
    else if (!(await fetchSingly(context, uid, what))) report.failed.push(uid)
  }
}

// A fetch that is given up is read to its end: what one command may bring must stay within reason.
const small = 256 * 1024
const fewLarger = 8

/**
 * `SEARCH LARGER` and not the size of each: one answer a chunk, where the sizes would double the number of
 * answers to parse, which is what the time goes into.
 */
export async function fetchChunk(context: Context, uids: number[], report: FetchReport): Promise<void> {
  const { connection, options } = context
  const { maxBytes, signal, aroundLarge = (work) => work() } = options
  signal?.throwIfAborted()
  const larger = new Set(await searchLarger(connection, uids, Math.min(small, maxBytes)))
  const tooLarge =
    larger.size && maxBytes > small ? await searchLarger(connection, [...larger], maxBytes) : [...larger]
  const isTooLarge = new Set(tooLarge)
  const few = uids.filter((uid) => larger.has(uid) && !isTooLarge.has(uid))
  await fetchGroup(
    context,
    uids.filter((uid) => !larger.has(uid)),
    'whole',
    report,
  )
  for (const group of chunksOf(few, fewLarger))
    await aroundLarge(() => fetchGroup(context, group, 'whole', report))
  await fetchGroup(
    context,
    uids.filter((uid) => isTooLarge.has(uid)),
    'head',
    report,
  )
}
