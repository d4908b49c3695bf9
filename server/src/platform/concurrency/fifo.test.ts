import { expect, it } from 'vitest'
import { createFifo } from './fifo.ts'

it('keeps the order while items come and go', () => {
  const fifo = createFifo<{ n: number }>()
  const taken: number[] = []
  for (let n = 0; n < 5_000; n++) {
    fifo.push({ n })
    if (n % 3 === 2) taken.push(fifo.shift()?.n ?? -1)
  }
  for (let item = fifo.shift(); item; item = fifo.shift()) taken.push(item.n)
  expect(taken).toEqual(Array.from({ length: 5_000 }, (_, n) => n))
  expect(fifo.peek()).toBeUndefined()
  fifo.push({ n: 1 })
  expect(fifo.peek()).toEqual({ n: 1 })
})
