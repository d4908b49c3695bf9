import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRepeatLimit } from './limit-repeats.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function logger() {
  const lines: { message: unknown; repeated?: number }[] = []
  const isRepeated = createRepeatLimit(5_000)
  const log = (err: Error, message: string) => {
    const write = (line: object, text: unknown) => void lines.push({ ...line, message: text })
    if (!isRepeated({ err }, message, write)) write({}, message)
  }
  return { lines, log }
}

it('writes a fault of the database once and then how often it was repeated, every few seconds', () => {
  const { lines, log } = logger()
  for (let n = 0; n < 1_000; n++) log(away(), 'unavailable')
  expect(lines).toEqual([{ message: 'unavailable' }])
  vi.advanceTimersByTime(5_000)
  expect(lines.slice(1)).toMatchObject([{ message: 'unavailable', repeated: 999 }])
  log(away(), 'unavailable')
  vi.advanceTimersByTime(5_000)
  expect(lines.slice(2)).toMatchObject([{ repeated: 1 }])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(3)
  log(away(), 'unavailable')
  expect(lines.slice(3)).toEqual([{ message: 'unavailable' }])
})

it('writes other faults, and the same one in other words, each time', () => {
  const { lines, log } = logger()
  log(away(), 'unavailable')
  log(away(), 'lost a connection')
  log(new Error('bug'), 'failed')
  log(new Error('bug'), 'failed')
  expect(lines.map(({ message }) => message)).toEqual([
    'unavailable',
    'lost a connection',
    'failed',
    'failed',
  ])
})
