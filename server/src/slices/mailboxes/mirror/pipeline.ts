/**
 * Runs slices through stages that overlap: while one is stored, the next is parsed and the one after fetched. The
 * last stage keeps the order, and no more than `depth` slices are in hand.
 */
export async function pipeline<S, F, P>(options: {
  slices: Iterable<S>
  read(slice: S): Promise<F>
  parse(fetched: F, slice: S): Promise<P>
  store(parsed: P, slice: S): Promise<void>
  depth?: number
  signal: AbortSignal
}): Promise<void> {
  const { slices, read, parse, store, depth = 2, signal } = options
  const inHand: Promise<void>[] = []
  let stored: Promise<void> = Promise.resolve()
  let failed: unknown
  for (const slice of slices) {
    if (failed !== undefined || signal.aborted) break
    const fetched = await read(slice)
    const parsed = parse(fetched, slice)
    const before = stored
    stored = (async () => {
      // Waited for even when its parse fails: nothing is stored out of order.
      const [content] = await Promise.all([parsed, before])
      await store(content, slice)
    })()
    stored.catch((error) => {
      failed ??= error
    })
    inHand.push(stored)
    if (inHand.length >= depth) await inHand.shift()
  }
  await stored
  if (failed !== undefined) throw failed
  signal.throwIfAborted()
}
