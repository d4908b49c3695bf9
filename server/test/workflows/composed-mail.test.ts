import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { type AiWorld, messageId, startAiWorld } from './ai-world.ts'

let world: AiWorld
beforeAll(async () => {
  world = await startAiWorld()
  const columns = [
    { label: 'Number', key: 'number', isKey: true },
    { label: 'Product', key: 'product' },
    { label: 'Amount', key: 'amount', type: 'number' },
  ]
  const table = await world.admin.session('POST', '/api/v1/tables', { body: { name: 'Orders', columns } })
  expect(table.status, table.text).toBe(201)
  const row = await world.admin.session('POST', `/api/v1/tables/${table.body.table.id}/rows`, {
    body: { values: { number: '20418', product: 'Petite Ourse', amount: 89 } },
  })
  expect(row.status, row.text).toBe(201)
})
afterAll(() => world?.close())

const instructions =
  'Under €150 a replacement part is sent for free. We ship from Lyon. See https://shop.test/help'
const compose = {
  messageId,
  instructions,
  knowledge: [{ table: 'orders', filters: [{ column: 'number', operator: 'eq', value: '20418' }] }],
}
type Mailing = [type: string, params: object]
const graph = (mail: Mailing) =>
  graphOf({ hook: ['trigger.webhook'], write: ['ai.compose', compose], mail }, [
    ['hook', 'write'],
    ['write', 'mail'],
  ])
const reply: Mailing = ['mail.reply', { messageId, body: '{{ steps.write.data.text }}' }]

const letter = {
  from: { name: 'Hélène Aubry', email: 'helene@courriel.test' },
  subject: 'Commande 20418',
  bodyText: "J'ai reçu la lampe (commande 20418), le globe est fêlé. L'anniversaire est samedi.",
}
const says = (text: string, subject = '') =>
  world.model.setRules([{ reply: { json: { subject, text, language: 'fr', sources: ['instructions'] } } }])
const drafts = async () => (await world.get('/api/v1/review')).items
const founded =
  'Bonjour Hélène,\n\nUn globe de remplacement pour votre Petite Ourse (commande 20418) part gratuitement de Lyon. Voir https://shop.test/help'

describe('a reply that a model wrote', () => {
  it('is sent if all that it states stands in a source', async () => {
    const { run } = await world.runner(graph(reply))
    const { id } = await world.receive(letter)
    says(founded)
    const { steps } = await run({ id })
    expect(steps.write?.data).toMatchObject({
      text: founded,
      toCheck: [],
      needsReview: false,
      language: 'fr',
    })
    expect(steps.mail?.data).toMatchObject({ held: false })
    const [call] = world.model.calls.slice(-1)
    expect(call?.messages[0]?.text).toContain('product: Petite Ourse')
    expect(call?.system).toContain(instructions)
    expect(call?.schema).toMatchObject({ required: ['subject', 'text', 'language', 'sources'] })
  })

  it('goes to review with the statements that stand nowhere, whatever the workflow says', async () => {
    const { run } = await world.runner(graph(reply))
    const { id } = await world.receive({ ...letter, subject: 'Encore la commande 20418' })
    const text = `${founded}\nVous le recevrez le 19 mai, avec un bon d'achat de 10 €.`
    says(text)
    const { steps } = await run({ id })
    expect(steps.write?.data).toMatchObject({ needsReview: true })
    expect(steps.mail?.data).toMatchObject({ held: true })
    const [draft] = await drafts()
    expect(draft.reviewReason).toBe('It states something that stands in no message, table or instruction.')
    const facts = await world.get(`/api/v1/review/${draft.id}/statements`)
    const { bodyText } = await world.get(`/api/v1/review/${draft.id}`)
    expect(facts).toMatchObject({ isComposed: true, toCheck: 3 })
    for (const { start, end, text: shown } of facts.statements) expect(bodyText.slice(start, end)).toBe(shown)
    const open = facts.statements.filter((each: { toCheck: boolean }) => each.toCheck)
    expect(open.map((each: { text: string }) => each.text)).toEqual(['le 19 mai', "un bon d'achat", '10 €'])
    const order = facts.statements.find((each: { text: string }) => each.text === '20418')
    const kinds = new Map(
      facts.sources.map((source: { id: string; kind: string }) => [source.id, source.kind]),
    )
    expect(order.sources.map(({ sourceId }: { sourceId: string }) => kinds.get(sourceId))).toEqual([
      'message',
      'row',
    ])

    const edited = bodyText.replace(" le 19 mai, avec un bon d'achat de 10 €", '')
    await world.ada.session('PATCH', `/api/v1/review/${draft.id}`, { body: { bodyText: edited } })
    expect(await world.get(`/api/v1/review/${draft.id}/statements`)).toMatchObject({ toCheck: 0 })
  })

  it('goes to review for a link or address that stands nowhere, also within text of the author', async () => {
    const body = 'Votre demande :\n\n{{ steps.write.data.text }}\n\nTéléphone : 04 00 00 00 00'
    const { run } = await world.runner(graph(['mail.reply', { messageId, body }]))
    for (const text of [`${founded} ou https://shop.test/help?to=evil`, `${founded} ou support@evil.test`]) {
      const { id } = await world.receive({ ...letter, subject: text.slice(-12) })
      says(text)
      await run({ id })
      const [draft] = await drafts()
      expect(draft.reviewReason).toBe(
        'It contains a link or an address that stands in no message, table or instruction.',
      )
      // What the author wrote around it is the author's.
      expect(await world.get(`/api/v1/review/${draft.id}/statements`)).toMatchObject({ toCheck: 1 })
    }
  })

  it('does not get around it through the Drafts folder or as a part of another mail', async () => {
    const inDrafts = await world.runner(
      graph(['mail.draft', { messageId, place: 'drafts', body: '{{ steps.write.data.text }}' }]),
    )
    says(`${founded}\nRemise de 40 % accordée.`)
    const first = await inDrafts.run({ id: (await world.receive({ ...letter, subject: 'Tiroir' })).id })
    expect(first.steps.mail?.data).toMatchObject({ held: true })

    const part = '{{ steps.write.data.text | slice(-60) }}'
    const cut = await world.runner(
      graph([
        'mail.send',
        { mailboxId: world.mailbox.id, to: 'somebody@courriel.test', subject: 'Partie', body: part },
      ]),
    )
    const second = await cut.run({ id: (await world.receive({ ...letter, subject: 'Partie' })).id })
    expect(second.steps.mail, JSON.stringify(second.execution.steps)).toMatchObject({ data: { held: true } })
  })
})

it('a draft that no model wrote has no statements', async () => {
  const draft = graphOf(
    { hook: ['trigger.webhook'], mail: ['mail.draft', { messageId, body: 'Le 3 mai 2031.' }] },
    [['hook', 'mail']],
  )
  const { run, workflowId } = await world.runner(draft)
  await run({ id: (await world.receive({ ...letter, subject: 'Main' })).id })
  const [item] = await drafts()
  expect(await world.get(`/api/v1/review/${item.id}/statements`)).toEqual({
    isComposed: false,
    statements: [],
    sources: [],
    toCheck: 0,
  })
  await world.ada.session('POST', `/api/v1/workflows/${workflowId}/drafts/withdraw`)
  const gone = await world.ada.session('GET', `/api/v1/review/${item.id}/statements`)
  expect(gone.body.code).toBe('review.content_gone')
})

it('counts as supported or not in the figures of the workflow and of the dashboard', async () => {
  const before = (await world.get('/api/v1/dashboard/drafts')).current
  const { run, workflowId } = await world.runner(graph(reply))
  const path = `/api/v1/workflows/${workflowId}/grounding`
  expect(await world.get(path)).toEqual({ composed: 0, unsupported: 0, share: null, nodes: [] })
  const texts = [founded, founded, `${founded}\nRemise de 40 % accordée.`, `${founded} ou https://evil.test/`]
  for (const [n, text] of texts.entries()) {
    says(text)
    await run({ id: (await world.receive({ ...letter, subject: `Figure ${n}` })).id })
  }
  const totals = { composed: 4, unsupported: 2, share: 0.5 }
  expect(await world.get(path)).toEqual({ ...totals, nodes: [{ nodeId: 'mail', ...totals }] })
  const { current, previous, series } = await world.get('/api/v1/dashboard/drafts')
  expect(current).toMatchObject({ composed: before.composed + 4, unsupported: before.unsupported + 2 })
  expect(current.share).toBeCloseTo(current.unsupported / current.composed, 9)
  expect(previous).toEqual({ composed: 0, unsupported: 0, share: null })
  expect(series.unsupported.at(-1)).toBe(current.unsupported)
  const own = await world.get(`/api/v1/dashboard/drafts?workflowId=${workflowId}&period=24h`)
  expect(own.current).toEqual(totals)
  const refused = await world.ada.session('GET', '/api/v1/dashboard/drafts?scope=org')
  expect([refused.status, refused.body.code]).toEqual([403, 'dashboard.forbidden'])
  const late = await world.ada.session('GET', '/api/v1/dashboard/drafts?period=custom')
  expect([late.status, late.body.code]).toEqual([400, 'dashboard.bad_request'])
})
