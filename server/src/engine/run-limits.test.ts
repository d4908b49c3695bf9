import { describe, expect, it } from 'vitest'
import type { Data } from './define-node.ts'
import { NodeFault } from './fault.ts'
import { basicToys, memoryRecorder, recorded, runToy, toy, toyGraph } from './fixtures/toy-run.ts'

const loop = toy('loop', {
  structure: 'loop',
  ports: { fixed: ['item', 'done'] },
  run: ({ params }) => ({ data: params.value as Data }),
})

const list = (length: number) => ({ items: Array.from({ length }, (_, n) => n), onItemError: 'continue' })

/** A loop in a loop, with one node in the inner one. */
const nested = (outer: number, inner: number, value: unknown = { n: 1 }) =>
  toyGraph(
    {
      start: ['pass'],
      each: ['loop', list(outer)],
      inner: ['loop', list(inner)],
      body: ['echo', value],
    },
    [
      ['start', 'each'],
      ['each', 'inner', 'item'],
      ['inner', 'body', 'item'],
    ],
  )

const types = () => [...basicToys().types, loop]

describe('a run that only computes', () => {
  it('fails at its limit of steps, although its loops continue after errors', async () => {
    const { outcome } = await runToy(nested(1_000, 1_000), types(), {
      limits: { maxSteps: 500, maxBytes: 1e9 },
    })
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'execution.too_many_steps', message: expect.stringContaining('500 steps') },
    })
    expect(outcome.steps.length).toBeLessThanOrEqual(501)
  })

  it('fails at its limit of recorded bytes', async () => {
    const { outcome } = await runToy(nested(100, 100, { text: 'x'.repeat(10_000) }), types(), {
      limits: { maxSteps: 1e6, maxBytes: 100_000 },
    })
    expect(outcome).toMatchObject({
      status: 'failed',
      error: {
        code: 'execution.too_much_data',
        message: expect.stringContaining('MAILWRIGHT_EXECUTION_MAX_MB'),
      },
    })
  })

  it('counts what was recorded before a restart', async () => {
    const first = await runToy(nested(4, 4), types())
    expect(first.outcome.status).toBe('succeeded')
    const known = recorded(first.steps).filter(
      ({ status, nodeId }) => status !== 'running' && nodeId !== 'each',
    )
    const limits = { maxSteps: 10, maxBytes: 1e9 }
    const { outcome } = await runToy(nested(4, 4), types(), { known, limits })
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'execution.too_many_steps' } })
  })

  it('lets timers fire, and stops when its signal aborts', async () => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new NodeFault('late', 'Late.', 'permanent')), 30)
    const limits = { maxSteps: 1e9, maxBytes: 1e12 }
    const run = runToy(nested(10_000, 10_000), types(), { signal: abort.signal, limits })
    await expect(run).rejects.toMatchObject({ code: 'late' })
    clearTimeout(timer)
  })

  it('saves its steps on the way instead of collecting them in memory', async () => {
    const memory = memoryRecorder()
    const limits = { maxSteps: 1e6, maxBytes: 1e9 }
    const { outcome } = await runToy(nested(10, 40, { text: 'x'.repeat(10_000) }), types(), {
      memory,
      limits,
    })
    expect(outcome.status).toBe('succeeded')
    expect(memory.commits.length).toBeGreaterThan(1)
    expect(JSON.stringify(outcome.steps).length).toBeLessThan(2_000_000)
  })

  it('notices at the next save that another process owns it', async () => {
    const memory = memoryRecorder()
    memory.state.isOwned = false
    const limits = { maxSteps: 1e6, maxBytes: 1e9 }
    const run = runToy(nested(1_000, 1_000, { text: 'x'.repeat(1_000) }), types(), { memory, limits })
    await expect(run).rejects.toMatchObject({ name: 'RunOwnershipLost' })
  })
})
