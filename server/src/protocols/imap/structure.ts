import { isList, type Node, numberOf, pairsOf, stringOf } from './response.ts'

/** One part of a message, from BODYSTRUCTURE (RFC 9051 section 7.5.2). */
export type MimePart = {
  /** `1.2`, for `fetchPart`; empty for the whole of a multipart message. */
  part: string
  /** In lower case, such as `text/plain`. */
  type: string
  charset: string | null
  encoding: string | null
  /** Encoded, in bytes. */
  size: number | null
  filename: string | null
  disposition: string | null
  contentId: string | null
  children: MimePart[]
}

const maxDepth = 50

const parameter = (list: Node | undefined, name: string) => {
  const found = pairsOf(list).find(([key]) => stringOf(key)?.toLowerCase() === name)
  return found ? stringOf(found[1]) : null
}
const lowerCase = (node: Node | undefined) => stringOf(node)?.toLowerCase() ?? null

/** `("attachment" ("filename" "a.pdf"))` somewhere in the extension data, whose position depends on the type. */
const dispositionIn = (rest: Node[]) =>
  rest.find((node): node is Node[] => isList(node) && /^(attachment|inline)$/i.test(stringOf(node[0]) ?? ''))

export function structureOf(node: Node | undefined, part = '', depth = 0): MimePart | null {
  if (!isList(node) || depth > maxDepth) return null
  if (isList(node[0])) {
    const end = node.findIndex((child) => !isList(child))
    const children = node
      .slice(0, end < 0 ? undefined : end)
      .map((child, at) => structureOf(child, part ? `${part}.${at + 1}` : `${at + 1}`, depth + 1))
      .filter((child) => child !== null)
    const type = `multipart/${lowerCase(node[end]) ?? 'mixed'}`
    const emptyFields = {
      charset: null,
      encoding: null,
      size: null,
      filename: null,
      disposition: null,
      contentId: null,
    }
    return { part, type, ...emptyFields, children }
  }
  const disposition = dispositionIn(node.slice(7))
  return {
    part: part || '1',
    type: `${lowerCase(node[0]) ?? 'application'}/${lowerCase(node[1]) ?? 'octet-stream'}`,
    charset: parameter(node[2], 'charset'),
    encoding: lowerCase(node[5]),
    size: numberOf(node[6]),
    filename: parameter(disposition?.[1], 'filename') ?? parameter(node[2], 'name'),
    disposition: lowerCase(disposition?.[0]),
    contentId: stringOf(node[3]),
    children: [],
  }
}
