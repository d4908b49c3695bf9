import type { LiveEventData, LiveEventType } from '@mailwright/contract/live'

export type Audience = { memberId: string } | { adminsOnly: true } | { everyone: true }
export type LiveEvent = Audience &
  { [T in LiveEventType]: { type: T; data: LiveEventData<T> } }[LiveEventType]

/** A message in transit: the type of `data` matters to publishers and clients only. */
export type WireMessage = { type: LiveEventType; at: string; data: Record<string, unknown> }

/** Whose sockets to close. */
export type CloseTarget = { memberId: string } | { sessionId: string } | { keyId: string }

/** A message between processes. `resume`: events were lost, every client must reload. */
export type Broadcast = { to: Audience; message: WireMessage } | { close: CloseTarget } | { resume: true }

// PostgreSQL limits payloads to fewer than 8,000 bytes.
export const maxPayloadBytes = 7_999
const maxBroadcastBytes = 7_900
const maxIdLength = 100

const isId = ([name, value]: [string, unknown]) =>
  /(^id|Id)$/.test(name) && typeof value === 'string' && value.length <= maxIdLength

const idsOf = (data: Record<string, unknown>) => Object.fromEntries(Object.entries(data).filter(isId))

const fits = (text: string) => Buffer.byteLength(text) <= maxBroadcastBytes

/** Serialises a broadcast; oversized data is reduced to its ids, as the rest can be read over HTTP. */
export function encodeBroadcast(broadcast: Broadcast): string {
  const whole = JSON.stringify(broadcast)
  if (fits(whole) || !('message' in broadcast)) return whole
  const withData = (data: Record<string, unknown>) =>
    JSON.stringify({ ...broadcast, message: { ...broadcast.message, data } })
  const short = withData({ ...idsOf(broadcast.message.data), truncated: true })
  return fits(short) ? short : withData({ truncated: true })
}

/** Packs broadcasts into as few payloads as possible. Numbered, as PostgreSQL drops duplicates within a statement. */
export function packPayloads(broadcasts: readonly string[]): string[] {
  const groups: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const broadcast of broadcasts) {
    const added = Buffer.byteLength(broadcast) + 1
    if (bytes + added > maxPayloadBytes) {
      groups.push([])
      // The surrounding {"n":123,"parcels":[]}.
      bytes = 40
    }
    groups.at(-1)?.push(broadcast)
    bytes += added
  }
  return groups.map((group, n) => `{"n":${n},"parcels":[${group.join()}]}`)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const isBroadcast = (value: unknown): value is Broadcast => {
  if (!isObject(value)) return false
  const { close, resume, to, message } = value as Record<string, unknown>
  return isObject(close) || resume === true || (isObject(to) && isObject(message))
}

/** The broadcasts of a payload; none if it is not one of ours. */
export function unpackPayload(payload: string): Broadcast[] {
  try {
    const { parcels } = JSON.parse(payload) as { parcels?: unknown }
    return Array.isArray(parcels) ? parcels.filter(isBroadcast) : []
  } catch {
    return []
  }
}
