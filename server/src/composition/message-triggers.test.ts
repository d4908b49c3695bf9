import { describe, expect, it } from 'vitest'
import { readMessageTrigger } from './message-triggers.ts'

describe('the parameters of a message trigger', () => {
  it('get defaults for omitted fields', () => {
    expect(readMessageTrigger({})).toEqual({
      mailboxIds: [],
      folders: ['inbox'],
      match: 'all',
      conditions: [],
      firstInThreadOnly: false,
      includeAutomatic: false,
      includeLists: false,
    })
    const id = '0199a5b2-7C00-7000-8000-00000000000F'
    expect(readMessageTrigger({ mailboxIds: [id] })?.mailboxIds).toEqual([id.toLowerCase()])
  })

  it('are undefined when invalid', () => {
    expect(readMessageTrigger({ folders: 'inbox' })).toBeUndefined()
  })
})
