import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { runToy, toy, toyGraph } from './fixtures/toy-run.ts'

// An object literal with a getter has slow properties, and keeps what the getter refers to until the next full
// collection: 7 kB of each run.
it('the calls of nodes are objects that young collections free', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const isFast = runInThisContext('(object) => %HasFastProperties(object)') as (object: object) => boolean
  const calls: object[] = []
  const collect = toy('collect', {
    run(call) {
      calls.push(call)
      return {}
    },
  })
  await runToy(toyGraph({ start: ['collect'] }, []), [collect])
  expect(calls.map(isFast)).toEqual([true])
})
