type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** All modules that are loaded with one, without those that are loaded when they are first used. */
function loadedWith(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/**
 * Puts everything that the first page needs into one file. Cut at every module that a later page shares, it would be
 * fifty small files, and a browser without HTTP/2 asks for six at a time.
 */
export function firstChunk(entry: string) {
  let first: Set<string> | undefined
  return (id: string, graph: Graph) => {
    first ??= loadedWith(entry, graph)
    return first.has(id) ? 'first' : null
  }
}
