import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('a hostile label stays one label of one line', async () => {
  const metrics = createMetrics({ api: { totalCount: 0, idleCount: 0, waitingCount: 0 } })
  const route = '/a"} 1\nmailwright_forged 1\\'
  metrics.requests.observe({ method: 'GET', route, status: '200' }, 0.1)
  const text = await metrics.registry.metrics()
  expect(text).not.toMatch(/^mailwright_forged/m)
  expect(text).toContain('route="/a\\"} 1\\nmailwright_forged 1\\\\"')
})
