import { createServer } from 'node:net'
import { graphOf, set } from '../executions/graphs.ts'
import type { Call } from '../executions/product.ts'

/** What one member can do to the others. Prepared once; `repeat` is called over and over while the others are measured. */
export type Attack = {
  title: string
  repeat(): Promise<unknown>
  /** Cancels what the attack left behind. */
  end(): Promise<unknown>
}

export type Attacker = { url: string; call: Call; headers: Record<string, string> }

/** A server that accepts connections and never answers. */
export async function startSilentServer() {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function publish(call: Call, name: string, graph: unknown) {
  const { id } = await call('POST', '/api/v1/workflows', { name, graph })
  await call('PATCH', `/api/v1/workflows/${id}`, { published: true })
  const { token } = await call('POST', `/api/v1/workflows/${id}/webhook`)
  return { id, path: `/hooks/wf/${token}` }
}

const thousand = '{{ range(1, 1000) }}'
const nestedLoops = graphOf(
  {
    hook: ['trigger.webhook'],
    outer: ['flow.loop', { list: thousand, max: 1000 }],
    inner: ['flow.loop', { list: thousand, max: 1000 }],
    set: set('n', '{{ loop.item }}'),
  },
  [
    ['hook', 'outer', 'main'],
    ['outer', 'inner', 'item'],
    ['inner', 'set', 'item'],
  ],
)

/** Calls itself twice, once per branch. */
const selfCalls = (workflowId: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      called: ['trigger.called'],
      left: ['flow.call', { workflowId, wait: false }],
      right: ['flow.call', { workflowId, wait: false }],
    },
    [
      ['hook', 'left', 'main'],
      ['hook', 'right', 'main'],
      ['called', 'left', 'main'],
      ['called', 'right', 'main'],
    ],
  )

const condition = (n: number) => ({
  type: 'text',
  value: '{{ trigger.body.text }}',
  operator: 'matches_pattern',
  pattern: `(a|b${n}){1,20}[x-z]{2,30}(foo|bar)*$`,
})
const patterns = (count: number) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      ...Object.fromEntries(
        Array.from({ length: Math.ceil(count / 20) }, (_, node) => [
          `if${node}`,
          ['flow.if', { conditions: Array.from({ length: 20 }, (_, i) => condition(node * 20 + i)) }],
        ]),
      ),
    },
    Array.from({ length: Math.ceil(count / 20) }, (_, node) => ['hook', `if${node}`, 'main']),
  )

const outside = (url: string) =>
  graphOf({ hook: ['trigger.webhook'], http: ['external.http', { method: 'GET', url, timeoutMs: 30_000 }] }, [
    ['hook', 'http', 'main'],
  ])

export async function prepareAttacks({ url, call, headers }: Attacker, silentUrl: string): Promise<Attack[]> {
  const hook = (path: string, times: number) => () =>
    Promise.all(
      Array.from({ length: times }, () =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"text":"ab"}',
        }).then((reply) => reply.arrayBuffer()),
      ),
    )
  const get = (path: string, times: number) => () =>
    Promise.all(
      Array.from({ length: times }, () =>
        fetch(`${url}${path}`, { headers }).then((reply) => reply.arrayBuffer()),
      ),
    )
  const loops = await publish(call, 'Nested loops', nestedLoops)
  const { id: self } = await call('POST', '/api/v1/workflows', {
    name: 'Calls itself',
    graph: outside(silentUrl),
  })
  await call('PATCH', `/api/v1/workflows/${self}`, { graph: selfCalls(self), published: true })
  const { token } = await call('POST', `/api/v1/workflows/${self}/webhook`)
  const stalled = await publish(call, 'Silent server', outside(silentUrl))
  const draft = () =>
    fetch(`${url}/api/v1/workflows`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Patterns', graph: patterns(2_400) }),
    }).then(async (reply) => {
      const body = (await reply.json()) as { id?: string }
      if (body.id) await get(`/api/v1/workflows/${body.id}`, 5)()
    })
  const cancel = (id: string) => async () => {
    for (let cancelled = 1; cancelled > 0; )
      cancelled = (await call('POST', `/api/v1/workflows/${id}/executions/cancel`, { limit: 200 })).cancelled
  }
  const end = async () => undefined
  return [
    { title: 'nested loops of 1,000', repeat: hook(loops.path, 2), end: cancel(loops.id) },
    { title: 'a workflow that calls itself twice', repeat: hook(`/hooks/wf/${token}`, 2), end: cancel(self) },
    { title: 'runs that call a silent server', repeat: hook(stalled.path, 50), end: cancel(stalled.id) },
    { title: 'drafts with 2,400 patterns', repeat: draft, end },
    { title: '20 connections without a pause', repeat: get('/api/v1/workflows', 20), end },
  ]
}
