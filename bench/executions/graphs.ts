type Node = [type: string, params?: object]
type Wire = [from: string, to: string, output: string]

export const graphOf = (nodes: Record<string, Node>, wires: Wire[]) => ({
  id: 'bench',
  workflowId: 'bench',
  nodes: Object.entries(nodes).map(([id, [type, params = {}]]) => ({
    id,
    type,
    version: 1,
    name: id,
    params,
  })),
  connections: wires.map(([from, to, output]) => ({ from, to, output })),
})

export const set = (name: string, value: unknown): Node => ['flow.set', { fields: [{ name, value }] }]

/** (a) trigger, set, if, set. */
export const short = graphOf(
  {
    hook: ['trigger.webhook'],
    total: set('total', '{{ trigger.body.amount * 1.2 }}'),
    large: [
      'flow.if',
      {
        conditions: [
          { type: 'number', value: '{{ steps.total.data.total }}', operator: 'gt', compareTo: 100 },
        ],
      },
    ],
    result: set('text', 'Order {{ trigger.body.id }}: {{ steps.total.data.total }}'),
  },
  [
    ['hook', 'total', 'main'],
    ['total', 'large', 'main'],
    ['large', 'result', 'true'],
  ],
)

const names = Array.from({ length: 10 }, (_, i) => `set${i}`)

/** (b) ten nodes in a row, each with an expression. */
export const chain = graphOf(
  {
    hook: ['trigger.webhook'],
    ...Object.fromEntries(
      names.map((name, i) => [
        name,
        set('n', i === 0 ? '{{ trigger.body.amount + 1 }}' : `{{ steps.set${i - 1}.data.n + 1 }}`),
      ]),
    ),
  },
  [['hook', 'set0', 'main'], ...names.slice(1).map((name, i): Wire => [`set${i}`, name, 'main'])],
)

/** A million iterations, each of which keeps a long text. */
export const nested = graphOf(
  {
    hook: ['trigger.webhook'],
    outer: ['flow.loop', { list: '{{ trigger.body.items }}', max: 1_000 }],
    inner: ['flow.loop', { list: '{{ trigger.body.items }}', max: 1_000 }],
    text: set('text', '{{ upper(trigger.body.text) }}'),
  },
  [
    ['hook', 'outer', 'main'],
    ['outer', 'inner', 'item'],
    ['inner', 'text', 'item'],
  ],
)

/** With an effect: one row per call, identified by its key. */
export const withTable = (table: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      total: set('total', '{{ trigger.body.amount * 2 }}'),
      row: [
        'data.insert',
        { table, values: { key: '{{ trigger.body.id }}', total: '{{ steps.total.data.total }}' } },
      ],
      after: set('row', '{{ steps.row.data.row.id }}'),
    },
    [
      ['hook', 'total', 'main'],
      ['total', 'row', 'main'],
      ['row', 'after', 'main'],
    ],
  )

/** (c) One row in a table of the team, and three more nodes. */
export const row = (table: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      total: set('total', '{{ trigger.body.amount * 1.2 }}'),
      row: [
        'data.insert',
        { table, values: { key: '{{ trigger.body.id }}', total: '{{ steps.total.data.total }}' } },
      ],
      large: [
        'flow.if',
        {
          conditions: [
            { type: 'number', value: '{{ steps.total.data.total }}', operator: 'gt', compareTo: 100 },
          ],
        },
      ],
      result: set('text', 'Row {{ steps.row.data.row.id }}'),
    },
    [
      ['hook', 'total', 'main'],
      ['total', 'row', 'main'],
      ['row', 'large', 'main'],
      ['large', 'result', 'true'],
    ],
  )

/** (d) One call to another server. */
export const http = (url: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      ask: ['external.http', { url, method: 'GET' }],
      result: set('status', '{{ steps.ask.data.status }}'),
    },
    [
      ['hook', 'ask', 'main'],
      ['ask', 'result', 'main'],
    ],
  )

/** (e) A mail that waits for review. */
export const draft = (mailboxId: string) =>
  graphOf(
    {
      hook: ['trigger.webhook'],
      draft: [
        'mail.draft',
        {
          kind: 'new',
          mailboxId,
          to: '{{ trigger.body.customer.email }}',
          subject: 'Order {{ trigger.body.id }}',
          body: 'Thank you for order {{ trigger.body.id }}.',
        },
      ],
      result: set('id', '{{ steps.draft.data.id }}'),
    },
    [
      ['hook', 'draft', 'main'],
      ['draft', 'result', 'main'],
    ],
  )

/** 2 KB of JSON. */
export const body = (id: string) =>
  JSON.stringify({
    id,
    amount: 250,
    currency: 'EUR',
    customer: { name: 'Ada Example', email: 'ada@example.org' },
    lines: Array.from({ length: 12 }, (_, i) => ({ sku: `SKU-${1000 + i}`, count: i + 1, price: 9.95 + i })),
    note: 'x'.repeat(1_150),
  })
