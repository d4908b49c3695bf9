import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { basicToys, memoryRecorder, runToy, toyGraph } from './fixtures/toy-run.ts'

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0

// With a getter in the object literal of a call they live until the next full collection, about 7 kB of each.
it('young collections free finished runs', async () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const { types } = basicToys()
  const graph = toyGraph({ start: ['pass'], a: ['pass'], b: ['pass'] }, [
    ['start', 'a'],
    ['a', 'b'],
  ])
  const memory = { ...memoryRecorder(), commits: [] }
  const run = async (times: number) => {
    for (let n = 1; n <= times; n++) {
      await runToy(graph, types, { memory, triggerData: { text: `${n} ${'x'.repeat(100)}` } })
      if (n % 100 === 0) gc({ type: 'minor' })
    }
  }
  await run(1_000)
  gc()
  const before = oldBytes()
  await run(2_000)
  expect((oldBytes() - before) / 2_000).toBeLessThan(2_500)
})
