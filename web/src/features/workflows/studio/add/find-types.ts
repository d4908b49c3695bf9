import type { NodeType } from '../document/graph.types.ts'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The node types that a search finds: by title first, then by description and group. */
export function findTypes(
  types: readonly NodeType[],
  find: string,
  groups: Readonly<Record<string, string>>,
) {
  const wanted = plain(find).trim().split(/\s+/).filter(Boolean)
  const usable = types.filter(({ deprecated }) => !deprecated)
  if (wanted.length === 0) return usable
  const rank = (type: NodeType) => {
    const title = plain(type.title)
    const rest = plain(`${type.description} ${type.type} ${groups[type.group] ?? ''}`)
    if (wanted.every((word) => title.startsWith(word))) return 0
    if (wanted.every((word) => title.includes(word))) return 1
    return wanted.every((word) => title.includes(word) || rest.includes(word)) ? 2 : 3
  }
  return usable
    .map((type, index) => ({ type, index, rank: rank(type) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ type }) => type)
}
