import { expect, it } from 'vitest'
import { createFigureCache } from './figure-cache.ts'

const timesOf = (cache: ReturnType<typeof createFigureCache>, name: string) => [
  ...(cache.find(name)?.keys() ?? []),
]

it('drops what was not used for longest, and keeps within its limit', () => {
  const cache = createFigureCache(300)
  for (const time of [1, 2, 3]) cache.set('days', time, 1, `day ${time}`, 100)
  const oldest = cache.find('days')?.get(1)
  if (!oldest) throw new Error('the first entry is missing')
  expect(cache.use(oldest)).toBe('day 1')
  cache.set('days', 4, 1, 'day 4', 100)
  expect(timesOf(cache, 'days')).toEqual([1, 3, 4])
  cache.set('events', 5, 1, 'large', 250)
  expect(timesOf(cache, 'days')).toEqual([])
  expect(timesOf(cache, 'events')).toEqual([5])
})

it('has one version of an entry, and counts its bytes once', () => {
  const cache = createFigureCache(300)
  cache.set('days', 1, 1, 'old', 200)
  cache.set('days', 1, 2, 'new', 200)
  cache.set('days', 2, 1, 'other', 100)
  expect(cache.find('days')?.get(1)).toMatchObject({ version: 2, value: 'new' })
  expect(timesOf(cache, 'days')).toEqual([1, 2])
})

it('keeps nothing that is larger than its limit', () => {
  const cache = createFigureCache(300)
  cache.set('days', 1, 1, 'large', 301)
  expect(timesOf(cache, 'days')).toEqual([])
})
