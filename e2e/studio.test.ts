import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliverOne } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('the studio', () => {
  let product: Product
  let ada: TestMember

  beforeAll(async () => {
    product = await openProduct()
    const { server } = product
    ada = await createMember(server, { name: 'Ada Lovelace' })
    const mailbox = await createTestMailbox(server.db, ada.id)
    const hour = 3_600_000
    for (const [subject, name, age] of [
      ['Lunch on Friday?', 'Carol', 2 * hour],
      ['Invoice 42', 'Bob', hour],
    ] as const)
      await deliverOne(server.db, mailbox, {
        subject,
        bodyText: `${subject} of ${name}`,
        from: { name, email: `${name.toLowerCase()}@example.net` },
        receivedAt: new Date(Date.now() - age).toISOString(),
      })
  })
  afterAll(() => product?.close())

  const workflowOf = (page: Page) => page.url().split('/').at(-1) ?? ''
  const read = async (id: string) => (await ada.session('GET', `/api/v1/workflows/${id}`)).body
  const saved = (page: Page) =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved(, not live yet)?$/ })
      .waitFor()
  const step = (page: Page, name: RegExp) => page.locator('.st-node').and(page.getByRole('button', { name }))
  const create = async (name: string, graph?: object) =>
    (await ada.session('POST', '/api/v1/workflows', { body: { name, ...(graph && { graph }) } })).body
      .id as string

  it('builds a workflow from nothing by mouse, tests it and publishes it', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/workflows')
    await page.getByRole('heading', { name: 'No workflow yet' }).waitFor()
    await checkPage(page, 'workflows-empty')
    await page.getByRole('main').getByRole('button', { name: 'New workflow' }).last().click()
    await page.getByRole('heading', { name: 'What should start it?' }).waitFor()
    await checkPage(page, 'studio-empty')
    await page.getByLabel('Name of the workflow').fill('Invoices')
    await page.getByLabel('Name of the workflow').press('Enter')

    const types = page.getByRole('region', { name: 'Steps to add' })
    await types.getByRole('button', { name: 'Message received' }).click()
    await step(page, /^Message received/).waitFor()
    await page.getByText('Would have run 2 times in the last 30 days').waitFor()
    await types.getByRole('button', { name: 'If', exact: true }).click()
    await page.getByRole('button', { name: 'Add to “Conditions”' }).click()
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('{{ message.subject }}')
    await page.getByText('Invoice 42').last().waitFor()
    await page.getByLabel('Operator').selectOption({ label: 'contains' })
    await page.getByRole('textbox', { name: 'Compare with' }).fill('Invoice')
    await types.getByRole('button', { name: 'Label', exact: true }).click()
    await page.getByRole('button', { name: 'Add to “Labels to add”' }).click()
    await page.getByRole('textbox', { name: 'Labels to add 1' }).fill('from {{ mess')
    await page
      .getByRole('option', { name: /^message/ })
      .first()
      .click()
    const labels = page.getByRole('textbox', { name: 'Labels to add 1' })
    await labels.fill('{{ nothing.here }}')
    await expect.poll(() => labels.getAttribute('aria-invalid')).toBe('true')
    await labels.fill('{{ message.subject | lower }}')
    await page.getByText('invoice 42', { exact: true }).last().waitFor()
    await page.getByRole('textbox', { name: 'Labels to add 1' }).fill('invoice')
    await saved(page)
    const { graph, name } = await read(workflowOf(page))
    expect(name).toBe('Invoices')
    expect(graph.connections).toEqual([
      expect.objectContaining({ from: 'message', output: 'main', to: 'if' }),
      expect.objectContaining({ from: 'if', output: 'true', to: 'label' }),
    ])

    await page.keyboard.press('Control+Enter')
    const drawer = page.getByRole('region', { name: 'Test', exact: true })
    await drawer.getByText('Simulated').waitFor()
    await drawer.getByText('Nothing was sent or changed.').waitFor()
    // The canvas stays in view, with the way that the mail took.
    const canvas = await page.locator('.st-canvas').boundingBox()
    expect(canvas?.height).toBeGreaterThan(300)
    expect(await page.locator('.st-edge.lit').count()).toBe(2)
    await step(page, /^Label .*invoice/).waitFor()
    await checkPage(page, 'studio-tested', ['classic', 'meridian', 'atelier'])
    await drawer.getByRole('button', { name: 'On the last 2' }).click()
    await drawer.getByText('2 of 2 tested').waitFor()
    await drawer.getByText('would do nothing').waitFor()
    await drawer.getByRole('button', { name: 'Close the test' }).click()

    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByText('changes the mailbox').waitFor()
    await dialog.getByText('Would have run 2 times in the last 30 days').waitFor()
    await dialog.getByText('“Label” added').waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Live, version 1').waitFor()
    expect((await read(workflowOf(page))).published).toBe(true)

    // The next version is compared with what is live, on the canvas and in words.
    await step(page, /^If/).click()
    await page.keyboard.press('Delete')
    await step(page, /^Label/).click()
    await page.getByRole('textbox', { name: 'Labels to add 1' }).fill('paid')
    await saved(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    const drawing = dialog.getByRole('region', { name: 'Differences on the canvas' })
    await drawing.locator('.df-node[data-mark="removed"]', { hasText: 'If' }).waitFor()
    await drawing.locator('.df-node[data-mark="changed"]', { hasText: 'Label' }).waitFor()
    expect(await drawing.locator('.df-edge.removed').count()).toBe(2)
    await dialog.getByRole('button', { name: '“Label” changed' }).click()
    await dialog.getByText('["paid"]').waitFor()
    await checkPage(page, 'studio-difference', ['classic', 'meridian', 'atelier'])
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await page.getByRole('button', { name: 'More about this workflow' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await versions.getByRole('button', { name: /^Version 1/ }).click()
    await versions.getByText('“If” removed').waitFor()
    await checkPage(page, 'studio-versions')
    await versions.getByRole('button', { name: 'Restore' }).click()
    await step(page, /^If/).waitFor()
    expect((await read(workflowOf(page))).graph.nodes).toHaveLength(3)
    await leave(visit)
  })

  it('builds the same by keyboard alone, with undo, copies and another version', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/workflows')
    await page.getByRole('searchbox', { name: 'Find a workflow' }).waitFor()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const add = async (name: string) => {
      await press('n')
      const find = page.getByRole('combobox', { name: /^Add a step/ })
      await find.and(page.locator(':focus')).waitFor()
      await page.keyboard.type(name)
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .waitFor()
      await press('Enter')
      await find.waitFor({ state: 'detached' })
      await page
        .locator('.st-node:focus')
        .and(page.getByRole('button', { name: new RegExp(`^${name}`) }))
        .waitFor()
    }
    await press('n')
    await page.getByRole('heading', { name: 'What should start it?' }).waitFor()
    await add('Message received')
    await add('Star')
    await press('ArrowUp')
    await page
      .locator('.st-node:focus')
      .and(page.getByRole('button', { name: /^Message received/ }))
      .waitFor()
    await add('Stop')
    // Enter leads to the form, Escape back to the step.
    await press('Enter')
    await page.locator('#step-form :focus').waitFor()
    await press('Control+a')
    await page.keyboard.type('All done')
    await press('Escape')
    await page
      .locator('.st-node:focus')
      .and(page.getByRole('button', { name: /^Stop/ }))
      .waitFor()
    // C connects: the star now also leads to the stop.
    await press('ArrowLeft')
    await page
      .locator('.st-node:focus')
      .and(page.getByRole('button', { name: /^Star/ }))
      .waitFor()
    await press('c')
    await page
      .getByRole('combobox', { name: /^Connect “Star”/ })
      .and(page.locator(':focus'))
      .waitFor()
    await press('Enter')
    await press('d')
    await step(page, /^Star .*Switched off/).waitFor()
    await press('Control+z')
    await step(page, /^Star (?!.*Switched off)/).waitFor()
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await press('Control+c', 'Control+v')
    await expect.poll(() => page.locator('.st-node').count()).toBe(4)
    await press('Delete')
    await expect.poll(() => page.locator('.st-node').count()).toBe(3)
    await press('Alt+Shift+T')
    await saved(page)
    const id = workflowOf(page)
    const { nodes } = (await read(id)).graph
    expect(nodes.find((node: { id: string }) => node.id === 'stop').params.reason).toBe('All done')
    const ends = (await read(id)).graph.connections.map(
      ({ from, to }: { from: string; to: string }) => `${from} ${to}`,
    )
    expect(ends.sort()).toEqual(['flag stop', 'message flag', 'message stop'])

    await press('Control+Shift+Enter')
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByText('“Star” added').waitFor()
    await press('Tab', 'Tab')
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter')
    await page.getByText('Live, version 1').waitFor()
    await press('Escape')
    await press('Control+a', 'Delete')
    await expect.poll(() => page.locator('.st-node').count()).toBe(0)
    await press('Control+z')
    await expect.poll(() => page.locator('.st-node').count()).toBe(3)
    await leave(visit)
  })

  it('never overwrites what was saved elsewhere, and loses nothing without a connection', async () => {
    const id = await create('Shared')
    const [mine, theirs] = [await product.visit(ada), await product.visit(ada)]
    for (const { page } of [mine, theirs]) {
      await page.goto(`/workflows/${id}`)
      await page.getByRole('heading', { name: 'What should start it?' }).waitFor()
    }
    const addTo = ({ page }: { page: Page }, name: string) =>
      page.getByRole('region', { name: 'Steps to add' }).getByRole('button', { name, exact: true }).click()
    await addTo(mine, 'Message received')
    // Where nothing is unsaved, the newer version is shown.
    await step(theirs.page, /^Message received/).waitFor()

    await mine.context.setOffline(true)
    await addTo(mine, 'Archive')
    await mine.page.getByText('Kept in this browser').waitFor()
    await addTo(theirs, 'Star')
    await saved(theirs.page)
    await mine.context.setOffline(false)
    const dialog = mine.page.getByRole('dialog', { name: 'This workflow was changed elsewhere' })
    await dialog.getByText('“Archive” added').waitFor()
    await dialog.getByText('“Star” removed').waitFor()
    const types = async () => (await read(id)).graph.nodes.map(({ type }: { type: string }) => type)
    expect(await types()).toEqual(['trigger.message', 'mail.flag'])
    await checkPage(mine.page, 'studio-conflict')
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await step(mine.page, /^Star/).waitFor()
    expect(await types()).toEqual(['trigger.message', 'mail.flag'])
    // Undo brings the own version back; it is saved as a change of theirs.
    await mine.page.getByRole('button', { name: 'Undo' }).click()
    await step(mine.page, /^Archive/).waitFor()
    await expect.poll(types).toEqual(['trigger.message', 'mail.archive'])
    await step(theirs.page, /^Archive/).waitFor()

    // A tab that is closed without a connection keeps its changes.
    await mine.context.setOffline(true)
    await addTo(mine, 'Mark as read')
    await mine.page.getByText('Kept in this browser').waitFor()
    await mine.page.close()
    await mine.context.setOffline(false)
    const again = await mine.context.newPage()
    await again.goto(`/workflows/${id}`)
    await step(again, /^Mark as read/).waitFor()
    await expect.poll(types).toEqual(['trigger.message', 'mail.archive', 'mail.read'])
    await leave(mine)
    await leave(theirs)
  })

  it('installs a template with its blanks filled in, and makes a template of a workflow', async () => {
    const root = await createMember(product.server, { role: 'admin', name: 'Root' })
    const visit = await product.visit(root)
    const { page } = visit
    await page.goto('/templates')
    await page.getByRole('link', { name: /^Approve invoices before payment/ }).click()
    const pane = page.getByRole('complementary', { name: 'Approve invoices before payment' })
    await pane.getByText('asks a person').waitFor()
    await pane.getByText('A connected mailbox').waitFor()
    await checkPage(page, 'templates', ['classic', 'meridian', 'atelier'])
    await pane.getByLabel('To (Forward to payments)').fill('accounts@ferrand.example')
    await pane.getByLabel('Name of the workflow').fill('Invoices to pay')
    await pane.getByRole('button', { name: 'Install as a draft' }).click()
    await step(page, /^Forward to payments/).waitFor()
    const { body } = await root.session('GET', `/api/v1/workflows/${workflowOf(page)}`)
    const pay = body.graph.nodes.find(({ id }: { id: string }) => id === 'pay')
    expect([body.name, body.published, pay.params.to]).toEqual([
      'Invoices to pay',
      false,
      'accounts@ferrand.example',
    ])

    await page.goto('/templates')
    await page.getByRole('button', { name: 'Make one from a workflow' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a template from a workflow' })
    await dialog.getByLabel('Workflow', { exact: true }).selectOption({ label: 'Invoices to pay (Draft)' })
    await dialog.getByRole('button', { name: 'Create the template' }).click()
    const made = page.getByRole('complementary', { name: 'Invoices to pay' })
    await made.getByRole('switch', { name: 'Offer it to everybody' }).click()
    await page.getByRole('link', { name: /^Invoices to pay.*Switched off/ }).waitFor()
    await made.getByRole('button', { name: 'Delete the template' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the template' }).click()
    await page.getByRole('link', { name: /^Invoices to pay/ }).waitFor({ state: 'detached' })
    await leave(visit)
  })

  it('lists workflows with their state, and pauses, copies, exports and deletes them', async () => {
    const start = { id: 'mail', type: 'trigger.message', version: 1, name: 'Mail' }
    const stop = { id: 'stop', type: 'flow.stop', version: 1, name: 'End' }
    const graph = {
      id: 'g',
      workflowId: 'w',
      nodes: [start, stop],
      connections: [{ from: 'mail', output: 'main', to: 'stop' }],
    }
    const id = await create('Orders', graph)
    await ada.session('PATCH', `/api/v1/workflows/${id}`, { body: { published: true } })
    await create('Spare', graph)
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/workflows')
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Orders', exact: true }) })
    await row.getByText('Live').waitFor()
    await checkPage(page, 'workflows', ['classic', 'meridian', 'atelier'])
    const act = async (name: string) => {
      await row.getByRole('button', { name: 'Actions for Orders' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Pause')
    await row.getByText('Paused').waitFor()
    await page.keyboard.press('z')
    await row.getByText('Live').waitFor()
    const download = page.waitForEvent('download')
    await act('Export as a file')
    const path = await (await download).path()
    await page
      .getByLabel('Import a file')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await page.getByText('This is not a workflow file.').waitFor()
    await page.getByLabel('Import a file').setInputFiles(path)
    await page.getByLabel('Name of the workflow').waitFor()
    const imported = workflowOf(page)
    expect((await read(imported)).graph.nodes).toHaveLength(2)
    await page.goto('/workflows')
    await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('Spare')
    const spare = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Spare' }) })
    await spare.getByRole('button', { name: 'Actions for Spare' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No workflow has this name.').waitFor()
    await leave(visit)
  })

  it('speaks French', async () => {
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/workflows')
    await page.getByRole('button', { name: 'Nouveau workflow' }).first().waitFor()
    await checkPage(page, 'workflows-fr')
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await step(page, /^End/).click()
    await page
      .getByRole('textbox', { name: 'Motif' })
      .or(page.getByRole('textbox', { name: 'Raison' }))
      .waitFor()
    await checkPage(page, 'studio-fr')
    await page.goto('/templates')
    await page.getByRole('heading', { name: 'Choisissez un modèle' }).waitFor()
    await checkPage(page, 'templates-fr')
    await leave(visit)
  })
})
