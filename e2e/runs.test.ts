import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chainOf, graphOf, set } from '../server/src/slices/executions/fixtures/graphs.ts'
import {
  eventually,
  finished,
  hook,
  publish,
  read,
  waiting,
} from '../server/src/slices/executions/fixtures/run-workflow.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

const webhook: [string] = ['trigger.webhook']
const isBig = {
  conditions: [{ type: 'number', value: '{{ trigger.body.amount }}', operator: 'gt', compareTo: 1000 }],
}

/** Over 1,000 a person is asked; a missing total fails. */
const invoices = () =>
  graphOf(
    {
      hook: webhook,
      total: set({ total: '{{ trigger.body.amount * 2 }}' }),
      isBig: ['flow.if', isBig],
      ask: ['human.approval', { title: 'Pay {{ trigger.body.amount }} euros?' }],
      note: set({ text: 'Invoice {{ trigger.body.nr }}' }),
      rejected: set({ text: 'Rejected' }),
    },
    [
      ['hook', 'total'],
      ['total', 'isBig'],
      ['isBig', 'ask', 'true'],
      ['isBig', 'note', 'false'],
      ['ask', 'note', 'approved'],
      ['ask', 'rejected', 'rejected'],
    ],
  )

describeWithBrowser('runs and dashboards', () => {
  let product: Product
  let ada: TestMember
  let workflowId: string
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    product = await openProduct()
    ada = await createMember(product.server, { name: 'Ada Lovelace', role: 'admin' })
    workflowId = await publish(ada, invoices())
    await ada.session('PATCH', `/api/v1/workflows/${workflowId}`, { body: { name: 'Invoices' } })
    const call = await hook(product.server, ada, workflowId)
    ids.small = await call({ nr: 1, amount: 20 })
    ids.failed = await call({ amount: 20 })
    ids.alike = await call({ amount: 30 })
    ids.big = await call({ nr: 3, amount: 3480 })
    const parcels = await publish(ada, chainOf({ hook: webhook, nr: set({ nr: 1 }) }))
    await ada.session('PATCH', `/api/v1/workflows/${parcels}`, { body: { name: 'Parcels' } })
    const parcel = await hook(product.server, ada, parcels)
    for (let nr = 0; nr < 6; nr += 1) ids.parcel = await parcel({ nr })
    const statusOf = async (id: string) => (await read(ada, id)).status
    const expected = {
      small: 'succeeded',
      failed: 'failed',
      alike: 'failed',
      big: 'waiting',
      parcel: 'succeeded',
    }
    for (const [name, status] of Object.entries(expected))
      await vi.waitFor(async () => expect(await statusOf(ids[name] ?? '')).toBe(status), eventually)
  })
  afterAll(() => product?.close())

  it('lists runs as they happen, and finds them by keyboard', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/desk')
    await page.getByText('Nothing waits').or(page.getByText('Pay 3480 euros?').first()).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    const list = page.getByRole('list', { name: 'List of runs' })
    const rows = list.getByRole('listitem')
    await rows.filter({ hasText: 'Waits for a decision' }).waitFor()
    await checkPage(page, 'runs')
    // A run that starts elsewhere appears by itself.
    const count = await rows.count()
    const call = await hook(product.server, ada, workflowId)
    const id = await call({ nr: 9, amount: 1 })
    await expect.poll(() => rows.count(), eventually).toBe(count + 1)
    await finished(ada, id)

    await page.getByRole('button', { name: 'State: All' }).click()
    await page.getByRole('menuitem', { name: 'Failed' }).click()
    await page.waitForURL(/status=failed/)
    await expect.poll(() => rows.count(), eventually).toBe(2)
    await page.keyboard.press('/')
    await page.keyboard.type('no such thing')
    await page.getByText('No run matches').waitFor()
    await checkPage(page, 'runs-none')
    await page.getByRole('button', { name: 'Show all runs' }).click()
    await expect.poll(() => rows.count(), eventually).toBeGreaterThan(5)

    // The newest is first; the keys move and open.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/runs/${id}`))
    await leave(visit)
  })

  it('shows a failed run on its graph, and continues it from the failed step', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto(`/runs/${ids.failed}`)
    await page.getByText('Step “note” failed.').waitFor()
    const graph = page.getByRole('region', { name: 'Graph' })
    await graph.getByRole('button', { name: /note.*Failed/ }).click()
    const pane = page.getByRole('complementary', { name: 'note' })
    await pane.getByRole('tab', { name: 'Error' }).waitFor()
    await checkPage(page, 'run-failed', ['classic', 'meridian', 'atelier'])
    await page
      .getByRole('button', { name: /total.*Done/ })
      .last()
      .click()
    await page.getByRole('complementary', { name: 'total' }).getByText('"total"').waitFor()
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    // To the studio, where its way is drawn, and back.
    await page.getByRole('link', { name: 'Open the workflow' }).click()
    await page.getByText(/^The way of a run on .*, version 1/).waitFor()
    expect(await page.locator('.st-edge.lit.real').count()).toBeGreaterThan(0)
    await page.locator('.st-node[data-run="failed"]', { hasText: 'note' }).waitFor()
    await checkPage(page, 'studio-run')
    await page.getByRole('link', { name: 'Back to the run' }).click()
    await page.waitForURL(`**/runs/${ids.failed}`)
    await page.getByText('Step “note” failed.').waitFor()
    await page.keyboard.press('t')
    await page.waitForURL(
      (url) => url.pathname.startsWith('/runs/') && !url.pathname.includes(ids.failed ?? ''),
    )
    await page.getByText('Continues a run that failed.').waitFor()
    await page.getByText('copied from the run before').first().waitFor()
    await leave(visit)
  })

  it('shows what a run waits for, and follows the decision', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto(`/runs/${ids.big}`)
    await page.getByText('Waits for a decision at step ask').waitFor()
    await checkPage(page, 'run-waiting')
    await page.getByRole('link', { name: 'Decide' }).click()
    await page.getByRole('region', { name: 'Decision' }).getByText('Pay 3480 euros?').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(ada, ids.big ?? '')).status, eventually).toBe('succeeded')
    await page.goto(`/runs/${ids.big}`)
    await page.getByText('Succeeded').waitFor()
    await page.getByText('Approval requested: Pay 3480 euros?').waitFor()
    await leave(visit)
  })

  it('cancels and retries many', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    const call = await hook(product.server, ada, workflowId)
    const open = await Promise.all([call({ nr: 4, amount: 5000 }), call({ nr: 5, amount: 6000 })])
    for (const id of open) await waiting(ada, id)
    await page.goto('/runs?status=waiting')
    const boxes = page.getByRole('checkbox', { name: 'Select Invoices, Called by webhook' })
    await expect.poll(() => boxes.count(), eventually).toBe(2)
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByText('Cancel 2 runs?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('2 runs cancelled').waitFor()
    for (const id of open) expect((await read(ada, id)).status).toBe('cancelled')

    // Those that are chosen are retried, and no others.
    const failing = await Promise.all([call({ amount: 40 }), call({ amount: 50 })])
    for (const id of failing)
      await vi.waitFor(async () => expect((await read(ada, id)).status).toBe('failed'), eventually)
    type Listed = { id: string; retryOfExecutionId: string | null }
    const retriesOf = async (id: string) => {
      const { body } = await ada.session('GET', '/api/v1/executions?limit=50')
      return body.executions.filter(({ retryOfExecutionId }: Listed) => retryOfExecutionId === id).length
    }
    await page.goto(`/runs?status=failed&workflow=${workflowId}`)
    await boxes.nth(2).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Retry 2' }).click()
    await page.getByText('2 runs started again').waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    for (const id of failing) expect(await retriesOf(id)).toBe(1)
    expect(await retriesOf(ids.alike ?? '')).toBe(0)

    await page.getByRole('button', { name: 'Retry all failed runs' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => retriesOf(ids.alike ?? ''), eventually).toBe(1)
    for (const id of failing) expect(await retriesOf(id)).toBe(1)
    await leave(visit)
  })

  it('shows the figures of a period, and leads from each to its rows', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    const unfinished = async () => {
      const counts = ['queued', 'running'].map(
        async (status) =>
          (await ada.session('GET', `/api/v1/executions?status=${status}`)).body.executions.length,
      )
      return Math.max(...(await Promise.all(counts)))
    }
    await expect.poll(unfinished, eventually).toBe(0)
    await page.goto('/dashboard')
    const failed = async () => {
      const { current } = (await ada.session('GET', '/api/v1/dashboard/executions')).body
      return current.byStatus.find(({ status }: { status: string }) => status === 'failed').count
    }
    await page.getByRole('heading', { name: 'Dashboards' }).waitFor()
    const number = page.getByRole('definition').nth(3).getByRole('link')
    await expect.poll(async () => Number(await number.textContent()), eventually).toBe(await failed())
    await checkPage(page, 'dashboard', ['classic', 'meridian', 'atelier'])
    await page.getByRole('button', { name: 'Show the numbers' }).nth(1).click()
    const today = page.getByRole('region', { name: 'Runs' }).getByRole('row').last()
    await today.getByRole('button').click()
    await page.waitForURL(/\/runs\?.*kind=real/)
    await page.goBack()
    await number.click()
    await page.waitForURL(/status=failed/)
    const rows = page.getByRole('list', { name: 'List of runs' }).getByRole('listitem')
    await expect.poll(() => rows.count(), eventually).toBe(await failed())

    // Received mails lead to the journal of the same period.
    await page.goto('/dashboard')
    await page.getByRole('definition').first().getByRole('link').click()
    await page.waitForURL(/\/journal\?.*from=/)
    await page.getByRole('button', { name: 'Any time' }).click()
    await page.waitForURL((url) => !url.search.includes('from='))

    await page.goto('/dashboard')
    await page.getByRole('button', { name: '24 h' }).click()
    await page.waitForURL(/period=24h/)
    await page.getByRole('button', { name: 'Organisation' }).click()
    await page.waitForURL(/scope=org/)
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.getByLabel('First day').waitFor()
    await page.getByRole('button', { name: 'Member: All members' }).waitFor()
    await checkPage(page, 'dashboard-organisation')
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Tableaux de bord' }).waitFor()
    await page.getByText('Workflows les plus actifs').waitFor()
    await checkPage(page, 'dashboard-fr')
    await page.goto(`/runs/${ids.alike}`)
    await page.getByText('a échoué').first().waitFor()
    await checkPage(page, 'run-failed-fr')
    await page.goto('/runs')
    await page.getByRole('list', { name: 'Liste des exécutions' }).waitFor()
    await checkPage(page, 'runs-fr')
    await leave(visit)
  })
})
