import { describe, expect, it } from 'vitest'
import type { MirroredFolder } from '../../messages/index.ts'
import { planDelta } from './plan-delta.ts'

const folder: MirroredFolder = {
  id: '1',
  path: 'INBOX',
  key: 'inbox',
  role: 'inbox',
  selectable: true,
  label: null,
  syncedAt: null,
  newSince: null,
  serverMessages: 9,
  uidValidity: '7',
  uidNext: 10,
  highestModseq: '50',
  mirroredFrom: 1,
}
const remote = { uidValidity: '7', uidNext: 10, exists: 9, highestModseq: '50' }

describe('the plan for a folder', () => {
  it('treats the messages of the first poll as history', () => {
    expect(planDelta({ ...folder, uidValidity: null }, remote)).toEqual({ kind: 'first' })
  })
  it('does nothing when nothing changed', () => {
    expect(planDelta(folder, remote)).toEqual({ kind: 'known', newFrom: undefined, flags: 'none' })
  })
  it('fetches from the first new UID', () => {
    expect(planDelta(folder, { ...remote, uidNext: 13, highestModseq: '60' })).toEqual({
      kind: 'known',
      newFrom: 10,
      flags: { changedSince: '50' },
    })
  })
  it('starts over when UIDVALIDITY changes or UIDNEXT decreases', () => {
    expect(planDelta(folder, { ...remote, uidValidity: '8' }).kind).toBe('renumbered')
    expect(planDelta(folder, { ...remote, uidNext: 3 }).kind).toBe('renumbered')
  })
  it('compares all flags without CONDSTORE, or when MODSEQ decreases', () => {
    expect(planDelta(folder, { ...remote, highestModseq: null })).toMatchObject({ flags: 'all' })
    expect(planDelta(folder, { ...remote, highestModseq: '20' })).toMatchObject({ flags: 'all' })
  })
})
