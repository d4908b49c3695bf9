import {
  digitsOf,
  isList,
  type Node,
  numberOf,
  type Parsed,
  pairsOf,
  stringOf,
  stringsOf,
} from './response.ts'
import { type MimePart, structureOf } from './structure.ts'
import type { FetchedMessage, MessageFlags } from './types.ts'
import { decodeName } from './utf7.ts'

/** The requested items of one FETCH response; a server may send fewer, or send others unsolicited. */
export type Fetched = {
  uid: number | null
  flags: string[] | null
  modseq: string | null
  labels: string[] | null
  internalDate: Date | null
  size: number | null
  /** Undefined when the response has no body at all; NIL and "" are empty bodies. */
  body: Buffer | undefined
  structure: MimePart | null
  messageId: string | null
  threadId: string | null
}

const bytesOf = (node: Node): Buffer => {
  if (!node || isList(node) || node.value === undefined) return Buffer.alloc(0)
  return typeof node.value === 'string' ? Buffer.from(node.value) : node.value
}

const dateOf = (node: Node): Date | null => {
  const date = new Date(stringOf(node) ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

const readers: Record<string, (into: Fetched, value: Node) => void> = {
  UID: (into, value) => {
    into.uid = numberOf(value)
  },
  FLAGS: (into, value) => {
    into.flags = stringsOf(value).filter((flag) => flag !== '\\Recent')
  },
  MODSEQ: (into, value) => {
    into.modseq = digitsOf(isList(value) ? value[0] : value)
  },
  'X-GM-LABELS': (into, value) => {
    into.labels = stringsOf(value).map(decodeName)
  },
  'X-GM-MSGID': (into, value) => {
    into.messageId = digitsOf(value)
  },
  'X-GM-THRID': (into, value) => {
    into.threadId = digitsOf(value)
  },
  INTERNALDATE: (into, value) => {
    into.internalDate = dateOf(value)
  },
  'RFC822.SIZE': (into, value) => {
    into.size = numberOf(value)
  },
  BODY: (into, value) => {
    into.body = bytesOf(value)
  },
  BODYSTRUCTURE: (into, value) => {
    into.structure = structureOf(value)
  },
}

export function readFetch({ attributes }: Parsed): Fetched {
  const into: Fetched = {
    uid: null,
    flags: null,
    modseq: null,
    labels: null,
    internalDate: null,
    size: null,
    body: undefined,
    structure: null,
    messageId: null,
    threadId: null,
  }
  for (const [key, value] of pairsOf(attributes?.[1]))
    readers[stringOf(key)?.toUpperCase() ?? '']?.(into, value)
  return into
}

export const flagsOf = (fetched: Fetched, uid: number): MessageFlags => ({
  uid,
  flags: fetched.flags ?? [],
  modseq: fetched.modseq,
  labels: fetched.labels,
})

export function messageOf(fetched: Fetched, uid: number, bodyComplete: boolean): FetchedMessage {
  const { messageId, threadId, body = Buffer.alloc(0) } = fetched
  return {
    ...flagsOf(fetched, uid),
    internalDate: fetched.internalDate,
    size: bodyComplete ? body.length : (fetched.size ?? body.length),
    source: body,
    bodyComplete,
    structure: fetched.structure,
    gmail: messageId && threadId ? { messageId, threadId } : null,
  }
}
