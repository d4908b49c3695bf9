import { describe, expect, it } from 'vitest'
import { type Broadcast, encodeBroadcast, maxPayloadBytes, packPayloads, unpackPayload } from './broadcast.ts'

const event = (data: Record<string, unknown>): Broadcast => ({
  to: { memberId: '0198' },
  message: { type: 'execution.updated', at: '2026-11-15T00:00:00.000Z', data },
})
const dataOf = (text: string) => JSON.parse(text).message.data

describe('broadcasts', () => {
  it('survive packing in order, in payloads that PostgreSQL accepts', () => {
    const broadcasts = Array.from({ length: 500 }, (_, i) => event({ id: String(i), text: 'é'.repeat(i) }))
    const payloads = packPayloads(broadcasts.map(encodeBroadcast))
    expect(payloads.length).toBeGreaterThan(10)
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(maxPayloadBytes)
    expect(payloads.flatMap(unpackPayload)).toEqual(broadcasts)
  })

  it('never produce two equal payloads, which PostgreSQL would merge', () => {
    const same = encodeBroadcast(event({ text: 'x'.repeat(5_000) }))
    const payloads = packPayloads([same, same, same])
    expect(new Set(payloads).size).toBe(3)
  })

  it('are reduced to their ids when oversized, and marked as truncated', () => {
    const text = encodeBroadcast(event({ id: 'a', workflowId: 'b', valid: 'yes', body: 'x'.repeat(9_000) }))
    expect(dataOf(text)).toEqual({ id: 'a', workflowId: 'b', truncated: true })
  })

  it('are measured in bytes, not characters', () => {
    expect(dataOf(encodeBroadcast(event({ id: 'a', body: '€'.repeat(3_000) })))).toEqual({
      id: 'a',
      truncated: true,
    })
  })

  it('fit even when the ids alone would not', () => {
    const data = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`${'n'.repeat(50)}${i}Id`, 'x'.repeat(90)]),
    )
    expect(dataOf(encodeBroadcast(event(data)))).toEqual({ truncated: true })
  })

  it.each(['', 'hello', 'null', '[]', '{"parcels":1}', '{"parcels":[null,1,{},{"to":1},{"close":null}]}'])(
    'are none for the foreign payload %s',
    (payload) => {
      expect(unpackPayload(payload)).toEqual([])
    },
  )
})
