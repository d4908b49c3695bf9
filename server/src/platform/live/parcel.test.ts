import { describe, expect, it } from 'vitest'
import { maxPayloadBytes, type Parcel, pack, unpack, write } from './parcel.ts'

const event = (data: Record<string, unknown>): Parcel => ({
  to: { memberId: '0198' },
  message: { type: 'execution.updated', at: '2026-11-15T00:00:00.000Z', data },
})
const dataOf = (text: string) => JSON.parse(text).message.data

describe('parcels', () => {
  it('arrive as they were packed, in order, in payloads that PostgreSQL takes', () => {
    const parcels = Array.from({ length: 500 }, (_, i) => event({ id: String(i), text: 'é'.repeat(i) }))
    const payloads = pack(parcels.map(write))
    expect(payloads.length).toBeGreaterThan(10)
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(maxPayloadBytes)
    expect(payloads.flatMap(unpack)).toEqual(parcels)
  })

  it('never make two equal payloads, which PostgreSQL would take for one', () => {
    const same = write(event({ text: 'x'.repeat(5_000) }))
    const payloads = pack([same, same, same])
    expect(new Set(payloads).size).toBe(3)
  })

  it('are cut down to their ids when they are too large, and say so', () => {
    const text = write(event({ id: 'a', workflowId: 'b', valid: 'yes', body: 'x'.repeat(9_000) }))
    expect(dataOf(text)).toEqual({ id: 'a', workflowId: 'b', truncated: true })
  })

  it('count bytes and not characters', () => {
    expect(dataOf(write(event({ id: 'a', body: '€'.repeat(3_000) })))).toEqual({ id: 'a', truncated: true })
  })

  it('fit even where the ids alone would not', () => {
    const data = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`${'n'.repeat(50)}${i}Id`, 'x'.repeat(90)]),
    )
    expect(dataOf(write(event(data)))).toEqual({ truncated: true })
  })

  it.each(['', 'hello', 'null', '[]', '{"parcels":1}', '{"parcels":[null,1,{},{"to":1},{"close":null}]}'])(
    'are none when somebody else says %s on the channel',
    (payload) => {
      expect(unpack(payload)).toEqual([])
    },
  )
})
