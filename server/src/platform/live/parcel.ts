import type { LiveEventType, LiveMessage } from '@mailwright/contract/live'

export type Audience = { memberId: string } | { adminsOnly: true } | { everyone: true }
export type LiveEvent = Audience & { type: LiveEventType; data: Record<string, unknown> }

/** Whose sockets to close. */
export type Closing = { memberId: string } | { sessionId: string } | { keyId: string }

/** What travels from process to process. `resume`: something was lost, everyone must read again. */
export type Parcel = { to: Audience; message: LiveMessage } | { close: Closing } | { resume: true }

// PostgreSQL takes payloads of fewer than 8,000 bytes.
export const maxPayloadBytes = 7_999
const maxParcelBytes = 7_900
const maxIdLength = 100

const isId = ([name, value]: [string, unknown]) =>
  /(^id|Id)$/.test(name) && typeof value === 'string' && value.length <= maxIdLength

const idsOf = (data: Record<string, unknown>) => Object.fromEntries(Object.entries(data).filter(isId))

const fits = (text: string) => Buffer.byteLength(text) <= maxParcelBytes

/** The parcel as text; data too large for it is cut down to its ids: the rest can be read over HTTP. */
export function write(parcel: Parcel): string {
  const whole = JSON.stringify(parcel)
  if (fits(whole) || !('message' in parcel)) return whole
  const withData = (data: Record<string, unknown>) =>
    JSON.stringify({ ...parcel, message: { ...parcel.message, data } })
  const short = withData({ ...idsOf(parcel.message.data), truncated: true })
  return fits(short) ? short : withData({ truncated: true })
}

/** As few payloads as hold the parcels. Numbered, since PostgreSQL drops equal ones of one statement. */
export function pack(parcels: readonly string[]): string[] {
  const groups: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const parcel of parcels) {
    const more = Buffer.byteLength(parcel) + 1
    // What stands around them: {"n":123,"parcels":[]}
    if (bytes + more > maxPayloadBytes) {
      groups.push([])
      bytes = 40
    }
    groups.at(-1)?.push(parcel)
    bytes += more
  }
  return groups.map((group, n) => `{"n":${n},"parcels":[${group.join()}]}`)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const isParcel = (value: unknown): value is Parcel => {
  if (!isObject(value)) return false
  const { close, resume, to, message } = value as Record<string, unknown>
  return isObject(close) || resume === true || (isObject(to) && isObject(message))
}

/** The parcels of a payload; none when somebody else spoke on our channel. */
export function unpack(payload: string): Parcel[] {
  try {
    const { parcels } = JSON.parse(payload) as { parcels?: unknown }
    return Array.isArray(parcels) ? parcels.filter(isParcel) : []
  } catch {
    return []
  }
}
