import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { testLive } from '../server/src/platform/live/fixtures/test-live.ts'
import { graphOf } from '../server/src/slices/templates/built-in/build.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliverOne } from '../server/test/mirror.ts'
import { type ModelServer, startModelServer } from '../server/test/model-server/model-server.ts'
import type { ModelReply, ModelRequest, ModelRule } from '../server/test/model-server/types.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

const trigger = { id: 'mail', type: 'trigger.message', version: 1, name: 'Mail about the fair', params: {} }
const label = { id: 'label', type: 'mail.label', version: 1, name: 'Label it', params: { add: ['fair'] } }
const proposed = {
  name: 'Trade fair',
  summary: 'Labels mail about the trade fair.',
  graph: {
    id: 'g',
    workflowId: 'w',
    nodes: [trigger, label],
    connections: [{ from: 'mail', output: 'main', to: 'label' }],
  },
}

/** Reads what is on the screen, proposes, and says so. Long answers never end. */
function assist({ messages }: ModelRequest): ModelReply {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
  if (turn[0]?.text.includes('at length'))
    return { text: 'First of all, there is a lot to say.', fault: 'hang' }
  const results = turn.filter(({ role }) => role === 'tool').length
  const id = /\[On my screen: mail conversation (\S+)\]/.exec(turn[0]?.text ?? '')?.[1]
  if (results === 0) return { toolCalls: [{ name: 'read_thread', arguments: { id } }] }
  if (results === 1) return { toolCalls: [{ name: 'propose', arguments: proposed }] }
  return { text: 'This workflow labels each of these mails.', pauseMs: 5 }
}

/** Takes everything for an order that does not say "return", until an example shows what "back" means. */
function classify({ messages }: ModelRequest): ModelReply {
  const parts = messages.at(-1)?.text.split(/^===\S+ /m) ?? []
  const mail = parts.at(-2) ?? ''
  const isShown = parts.some((part) => part.startsWith('example, belongs to: return') && /back/.test(part))
  const isReturn = /return/i.test(mail) || (isShown && /back/.test(mail))
  return { json: { labels: [isReturn ? 'return' : 'order'], confidence: 0.9 } }
}

type Group = { key: string; from: string }

function analyse({ messages }: ModelRequest): ModelReply {
  const { groups } = JSON.parse(messages.at(-1)?.text ?? '{}') as { groups: Group[] }
  const none = { topic: 'none', label: '', folder: '', reply: '' }
  return {
    json: { groups: groups.map(({ key }) => ({ ...none, key, name: 'Weekly letters', action: 'archive' })) },
  }
}

const rules: ModelRule[] = [
  { when: { tool: 'propose' }, reply: assist },
  { when: { system: 'You sort an e-mail' }, reply: classify },
  { when: { system: 'You look at groups' }, reply: analyse },
]

const sortingWith = (more: object) =>
  graphOf(
    'sorting',
    {
      mail: ['trigger.message', 'A message arrives'],
      sort: [
        'ai.classify',
        'What is it about?',
        {
          ...more,
          learnAfter: 1,
          categories: [
            { name: 'order', description: 'About an order.' },
            { name: 'return', description: 'Something comes back.' },
          ],
        },
      ],
    },
    [['mail', 'sort']],
  )

describeWithBrowser('AI in the web app', () => {
  let model: ModelServer
  let product: Product
  let ada: TestMember
  let workflowId = ''
  let weeklyId = ''

  beforeAll(async () => {
    model = await startModelServer({ rules })
    product = await openProduct({ MAILWRIGHT_OUTBOUND_ALLOW: model.allow })
    ada = await createMember(product.server, { role: 'admin', name: 'Ada Lovelace' })
    const mailbox = await createTestMailbox(product.server.db, ada.id)
    const receive = (subject: string, more: object = {}) => {
      const receivedAt = new Date(Date.now() - 60_000).toISOString()
      return deliverOne(product.server.db, mailbox, { subject, bodyText: subject, receivedAt, ...more })
    }
    for (let week = 1; week <= 24; week++)
      ({ id: weeklyId } = await receive(`Light and Space, issue ${week}`, {
        from: { name: 'Light and Space', email: 'weekly@space.example' },
        signals: { isMailingList: true },
        flags: { seen: false },
      }))
    for (const [number, subject] of [
      'Where is order 12?',
      'Return of order 13',
      'Sending order 14 back',
      'Sending order 15 back',
    ].entries())
      await receive(subject, { from: { name: 'Bob Stone', email: `bob@shop-${number}.example` } })
    const made = await ada.session('POST', '/api/v1/workflows', {
      body: { name: 'Support', graph: sortingWith({}) },
    })
    workflowId = made.body.id
  })
  afterAll(async () => {
    await product?.close()
    await model?.close()
  })

  it('connects a model, tests it and limits what it may cost', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/ai')
    await page.getByText('No AI model is connected').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Provider').selectOption('openai_compatible')
    await page.getByLabel('Address of the server').fill(model.baseUrl('openai_compatible'))
    await page.getByLabel('This server needs no key').check()
    await page.getByLabel('Models').fill('scripted-large, scripted-small')
    await page.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'OpenAI-compatible server' })
    await card.getByRole('button', { name: 'Test' }).click()
    await card.getByText(/scripted-large answered in \d+ ms/).waitFor()
    await page.getByLabel('Classify').selectOption('openai_compatible scripted-small')
    await expect
      .poll(
        async () => (await ada.session('GET', '/api/v1/admin/llm/defaults')).body.configured.classify?.model,
      )
      .toBe('scripted-small')
    const everybody = page.getByRole('form', { name: 'Everybody' })
    await everybody.getByLabel('Stop at').fill('25')
    await everybody.getByRole('button', { name: 'Save' }).click()
    await everybody.getByRole('progressbar').waitFor()
    await checkPage(page, 'ai-models')
    await leave(visit)
  })

  it('asks the assistant from any page, sees its work, and accepts what it proposes', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: /Sending order 15 back/ }).click()
    await page.getByRole('heading', { name: 'Sending order 15 back' }).waitFor()
    await page.keyboard.press('Control+j')
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByRole('button', { name: 'Propose a workflow for mails like this one.' }).waitFor()
    await panel.getByLabel('Ask the assistant').fill('Label mail about the fair.')
    await page.keyboard.press('Enter')
    await panel.getByText('Label mail about the fair.this conversation').waitFor()
    // While the tool works, a line below the conversation has its name too.
    const read = panel.locator('summary', { hasText: 'Read a conversation' })
    await read.click()
    await panel.getByText('"subject": "Sending order 15 back"').first().waitFor()
    await read.click()
    const proposal = panel.getByRole('region', { name: 'Proposal' })
    await proposal.getByText('New workflow: Trade fair').waitFor()
    await proposal.getByText('Label it').waitFor()
    await panel.getByText('This workflow labels each of these mails.').waitFor()
    await panel.getByRole('status').waitFor({ state: 'detached' })
    await checkPage(page, 'assistant')
    await proposal.getByRole('button', { name: 'Show on the canvas' }).click()
    const drawn = page.getByRole('dialog', { name: 'New workflow: Trade fair' })
    await drawn.locator('.df-node[data-mark="added"]', { hasText: 'Label it' }).waitFor()
    await drawn.getByRole('button', { name: 'Accept' }).click()
    await proposal.getByText('Accepted, saved as a draft').waitFor()
    const { body } = await ada.session('GET', '/api/v1/workflows')
    expect(body.workflows.map(({ name }: { name: string }) => name)).toContain('Trade fair')

    await panel.getByLabel('Ask the assistant').fill('And now at length.')
    await page.keyboard.press('Enter')
    await panel.getByText('First of all').waitFor()
    await panel.getByText('The assistant is working').waitFor()
    await panel.getByRole('button', { name: 'Stop' }).click()
    await panel.getByRole('status').waitFor({ state: 'detached' })
    await panel.getByText('First of all').waitFor()
    await leave(visit)
  })

  it('keeps a proposal on the canvas when the message that reports it arrives', async () => {
    const { db } = product.server
    await db.run(sql`
      create function wait_here() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return new; end'`)
    await db.run(sql`
      create trigger wait_here before insert on assistant_messages for each row
      when (new.tool_name = 'propose') execute function wait_here()`)
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: /Return of order 13/ }).click()
    await page.getByRole('heading', { name: 'Return of order 13' }).waitFor()
    await page.keyboard.press('Control+j')
    const panel = page.getByRole('complementary', { name: 'Assistant' })
    await panel.getByLabel('Ask the assistant').fill('Label mail about the fair.')
    const drawn = page.getByRole('dialog', { name: 'New workflow: Trade fair' })
    const added = drawn.locator('.df-node[data-mark="added"]', { hasText: 'Label it' })
    const live = testLive(product.server.databaseUrl)
    const blocking = await db.begin()
    try {
      await blocking.run(sql`select pg_advisory_xact_lock(1)`)
      await page.keyboard.press('Enter')
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      await expect.poll(async () => (await db.rows(waiting)).length, { timeout: 30_000 }).toBe(1)
      // As any event of the assistant does, this has the page read the conversation again.
      const { conversations } = (await ada.session('GET', '/api/v1/assistant/conversations?limit=1')).body
      const data = { conversationId: conversations[0].id, status: 'running' }
      live.publish(db, { memberId: ada.id, type: 'assistant.updated', data })
      await panel.getByRole('button', { name: 'Show on the canvas' }).click()
      await added.waitFor()
    } finally {
      await blocking.rollback()
      await live.close()
    }
    // Under a dialog, the rest of the page is hidden from roles.
    await page.getByText('This workflow labels each of these mails.').waitFor()
    expect(await added.count()).toBe(1)
    await leave(visit)
    await db.run(sql`drop function wait_here cascade`)
  })

  it('analyses a mailbox and makes a workflow of a proposal', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/analyzer')
    await page.getByRole('button', { name: 'Analyse the mailbox' }).click()
    await page
      .getByRole('link', { name: /Weekly letters/ })
      .first()
      .waitFor()
    const detail = page.getByRole('region', { name: 'Chosen group' })
    await detail.getByText('runs in 365 days').waitFor()
    expect(await detail.getByRole('definition').allInnerTexts()).toEqual(['24', '0', '0'])
    const drawn = detail.getByRole('region', { name: 'What the workflow does' })
    await drawn.getByText('Mark as read').waitFor()
    await drawn.getByText('Archive', { exact: true }).waitFor()
    await checkPage(page, 'analyzer')
    await detail.getByRole('button', { name: 'Create the workflow' }).click()
    await page.waitForURL('**/workflows/*')
    const id = page.url().split('/').at(-1)
    const { status, body } = await ada.session('GET', `/api/v1/workflows/${id}`)
    expect([status, body.published]).toEqual([200, false])
    await leave(visit)
  })

  it('sorts mail by key, evaluates a classifier, and gets a better score by one correction', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/evaluation')
    await page.getByRole('link', { name: /What is it about/ }).click()
    await page.getByText('Not evaluated yet').waitFor()
    await page.getByRole('button', { name: 'Sort mail' }).first().click()
    // The second is a slip: it is a return as well.
    for (const [subject, key] of [
      ['Sending order 15 back', '2'],
      ['Sending order 14 back', '1'],
      ['Return of order 13', '2'],
      ['Where is order 12?', '1'],
    ] as const) {
      await page.getByRole('heading', { name: subject }).waitFor()
      await page.keyboard.press(key)
    }
    await page.getByText('4 messages sorted by you').waitFor()
    await checkPage(page, 'evaluation-sort')

    await page.keyboard.press('m')
    const score = page.locator('.evaluation-score')
    await score.getByText('50%', { exact: true }).waitFor()
    await page.getByRole('button', { name: '2 wrong' }).click()
    await page.getByRole('heading', { name: 'Wrong answers' }).waitFor()
    await page.getByRole('button', { name: '1: sorted by you as order, by the classifier as return' }).click()
    await page.getByRole('heading', { name: 'order → return' }).waitFor()
    await page.getByRole('button', { name: /Sending order 14 back/ }).waitFor()
    await checkPage(page, 'evaluation')
    // The answer of the classifier was right. The corrected message is an example for the other one.
    await page.keyboard.press('2')
    await score.getByText('75%', { exact: true }).waitFor()
    await page.keyboard.press('m')
    await score.getByText('100%', { exact: true }).waitFor()

    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 })
    const comparison = page.getByRole('region', { name: 'Compare with' })
    await comparison.getByText('75%', { exact: true }).waitFor()
    await comparison.getByText('100%', { exact: true }).waitFor()
    expect(await comparison.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Better(.|\n)*Sending order 15 back(.|\n)*order → return/),
    ])
    await checkPage(page, 'evaluation-compare')

    // Another prompt, side by side with the one before, and on mail that nobody has sorted.
    const instructions = 'What is sent back is a return.'
    await ada.session('PATCH', `/api/v1/workflows/${workflowId}`, {
      body: { graph: sortingWith({ instructions }) },
    })
    await page.getByRole('button', { name: 'Which mail to evaluate' }).click()
    await page.getByRole('menuitem', { name: 'The 50 most recent messages' }).click()
    await page.getByRole('button', { name: '24 not sorted by you' }).click()
    await page.getByRole('heading', { name: 'Not sorted by you' }).waitFor()
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 })
    await comparison.getByText(instructions).waitFor()
    await page.getByRole('button', { name: 'Learned patterns' }).click()
    await page.getByText('Nothing learned yet').waitFor()

    // The workflow learns from what the model answers about the first message.
    await ada.session('PATCH', `/api/v1/workflows/${workflowId}`, { body: { published: true } })
    await ada.session('POST', `/api/v1/workflows/${workflowId}/run`, { body: { messageIds: [weeklyId] } })
    const answer = page.getByLabel('Answer for weekly@space.example')
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('button', { name: 'Learned patterns' }).waitFor()
        return answer.count()
      })
      .toBe(1)
    await answer.selectOption('return')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Switched off').waitFor()
    await checkPage(page, 'evaluation-patterns')
    const learned = await ada.session('GET', `/api/v1/workflows/${workflowId}/patterns`)
    expect(learned.body.patterns).toMatchObject([{ labels: ['return'], status: 'disabled' }])
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
    await page.getByText('Nothing learned yet').waitFor()
    await leave(visit)
  })

  it('speaks French', async () => {
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    const visit = await product.visit(ada, { locale: 'fr-FR' })
    const { page } = visit
    await page.goto('/admin/ai')
    await page.getByRole('heading', { name: 'Quel modèle pour quoi' }).waitFor()
    await checkPage(page, 'ai-models-fr')
    await page.goto('/analyzer')
    await page.getByRole('columnheader', { name: 'Résultat' }).waitFor()
    await checkPage(page, 'analyzer-fr')
    await page.goto(`/evaluation/${workflowId}/sort`)
    await page.getByText('Vos catégories en lignes, celles du classificateur en colonnes').waitFor()
    await checkPage(page, 'evaluation-fr')
    await page.keyboard.press('Control+j')
    await page.getByText('Que dois-je regarder ?').waitFor()
    await checkPage(page, 'assistant-fr')
    await leave(visit)
  })
})
