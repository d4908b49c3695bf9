// The output of imapflow's parser. `* 12 FETCH (UID 3)` is command '12' with the attributes FETCH and a list;
// NIL is null; `[COPYUID 1 2 3]` is the `section` of the first attribute.

export type Token = { type: string; value?: string | Buffer; section?: Node[]; partial?: number[] }
export type Node = Token | Node[] | null
export type Parsed = { tag: string; command: string; attributes?: Node[] }

export const isList = (node: Node | undefined): node is Node[] => Array.isArray(node)

export function stringOf(node: Node | undefined): string | null {
  if (!node || isList(node) || node.value === undefined) return null
  return typeof node.value === 'string' ? node.value : node.value.toString()
}

export const stringsOf = (node: Node | undefined): string[] =>
  (isList(node) ? node : []).map(stringOf).filter((text) => text !== null)

const sectionOf = ({ attributes }: Parsed): Node[] => {
  const first = attributes?.[0]
  return (first && !isList(first) && !first.value && first.section) || []
}

/** `LIMIT` in `A1 NO [LIMIT] too many`. */
export const codeOf = (parsed: Parsed): string | undefined =>
  stringOf(sectionOf(parsed)[0])?.toUpperCase() ?? undefined

/** The arguments after the response code. */
export const codeArguments = (parsed: Parsed): Node[] => sectionOf(parsed).slice(1)

export const textOf = ({ attributes }: Parsed): string =>
  (attributes ?? [])
    .map((node) => (node && !isList(node) && node.type === 'TEXT' ? stringOf(node) : null))
    .filter(Boolean)
    .join(' ')

/** `(KEY value KEY value)` as pairs. */
export function pairsOf(list: Node | undefined): [Node, Node][] {
  if (!isList(list)) return []
  const pairs: [Node, Node][] = []
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([list[at] ?? null, list[at + 1] ?? null])
  return pairs
}

/** Digits as a string: UIDVALIDITY and MODSEQ may exceed a safe integer. Zero means none. */
export const digitsOf = (node: Node | undefined): string | null => {
  const text = stringOf(node)
  return text !== null && /^\d{1,19}$/.test(text) && !/^0+$/.test(text) ? text : null
}

export const numberOf = (node: Node | undefined): number | null => {
  const text = stringOf(node)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
