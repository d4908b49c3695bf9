import { describe, expect, it } from 'vitest'
import { createShare, take } from './share.ts'

const never = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a share', () => {
  it('is given out in the order of asking, and no more than there is', async () => {
    const share = createShare(2)
    const [a, b, c, d] = [share.ask(), share.ask(), share.ask(), share.ask()]
    const granted = () => [a, b, c, d].map((one) => one.isGranted())
    expect(granted()).toEqual([true, true, false, false])
    b.release()
    expect(granted()).toEqual([true, false, true, false])
    await c.granted
  })
  it('is given by weight: a light one does not pass a heavy one that has waited', () => {
    const share = createShare(10)
    const [first, heavy, light] = [share.ask(6), share.ask(8), share.ask(1)]
    expect([first, heavy, light].map((one) => one.isGranted())).toEqual([true, false, false])
    first.release()
    expect([heavy, light].map((one) => one.isGranted())).toEqual([true, true])
  })
  it('gives more than there is when nothing else is out', () => {
    const share = createShare(10)
    const small = share.ask(1)
    const huge = share.ask(50)
    expect(huge.isGranted()).toBe(false)
    small.release()
    expect(huge.isGranted()).toBe(true)
  })
  it('passes a place on that was given up, and takes nothing back twice', async () => {
    const share = createShare(1)
    const [a, b, c] = [share.ask(), share.ask(), share.ask()]
    b.release()
    a.release()
    a.release()
    expect(c.isGranted()).toBe(true)
    expect(share.ask().isGranted()).toBe(false)
  })
  it('is no longer waited for once all ends', async () => {
    const share = createShare(1)
    const release = await take(share, 1, never)
    const stop = new AbortController()
    const waiting = take(share, 1, stop.signal)
    stop.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    release()
    await turn()
    expect(share.ask().isGranted()).toBe(true)
  })
})
