import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

const until = { timeout: 30_000, interval: 50 }

describeWithBrowser('tables', () => {
  let product: Product
  let ada: TestMember
  let bob: TestMember

  beforeAll(async () => {
    product = await openProduct()
    ada = await createMember(product.server, { name: 'Ada Lovelace', role: 'admin' })
    bob = await createMember(product.server, { name: 'Bob Stone' })
  })
  afterAll(() => product?.close())

  type Values = Record<string, string | number | boolean | null>
  const rowsOf = async (slug: string, query = ''): Promise<Values[]> =>
    (await ada.session('GET', `/api/v1/tables/${slug}/rows${query}`)).body.rows.map(
      ({ values }: { values: Values }) => values,
    )

  /** Pastes as a spreadsheet would, into what has the focus. */
  const paste = (page: Page, text: string) =>
    page.evaluate(`
      const data = new DataTransfer()
      data.setData('text/plain', ${JSON.stringify(text)})
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)`)

  it('are made, filled by typing and pasting, and corrected, all by keyboard', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.getByText('No tables yet').waitFor()
    await checkPage(page, 'tables-empty')
    await page.getByRole('button', { name: 'New table' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Invoices')
    await dialog.getByLabel('Label 1').fill('Number')
    await dialog.getByLabel('Label 2').fill('Amount')
    await dialog.getByLabel('Type 2').selectOption('number')
    for (const [at, label, type] of [
      [3, 'Due', 'date'],
      [4, 'State', 'select'],
      [5, 'Paid', 'boolean'],
    ] as const) {
      await dialog.getByRole('button', { name: 'Add a column' }).click()
      await dialog.getByLabel(`Label ${at}`).fill(label)
      await dialog.getByLabel(`Type ${at}`).selectOption(type)
    }
    await dialog.getByLabel('Choices, one per line 4').fill('new\nto approve\npayable')
    await checkPage(page, 'table-new')
    await dialog.getByRole('button', { name: 'Create the table' }).click()
    await page.waitForURL('**/tables/invoices')
    const grid = page.getByRole('grid', { name: 'Invoices' })
    await page.getByText('This table is empty').waitFor()

    await grid.focus()
    await paste(
      page,
      'A-1\t1,412.18\t20/11/2026\tnew\tyes\nA-2\t866\t2026-11-22\tpayable\tno\nA-3\tmany\t\tnew\t\n',
    )
    await dialog.getByText('Line 3, Amount: “many”').waitFor()
    await checkPage(page, 'table-paste')
    await dialog.getByRole('button', { name: 'Paste the others' }).click()
    await grid.getByText('A-3').waitFor()
    expect(await rowsOf('invoices')).toEqual([
      { number: 'A-1', amount: 1412.18, due: '2026-11-20', state: 'new', paid: true },
      { number: 'A-2', amount: 866, due: '2026-11-22', state: 'payable', paid: false },
      { number: 'A-3', amount: null, due: null, state: 'new', paid: null },
    ])

    // To the empty amount of the third row: a value that does not fit keeps the cell open.
    await grid.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('lots')
    await page.keyboard.press('Enter')
    await page.getByText('A number is needed').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('734.02')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf('invoices'))[2]?.amount, until).toBe(734.02)
    // Until it is shown, the last Undo takes back the pasted rows.
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('z')
    // In the grid a letter is typed into the cell: Escape leaves it.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await rowsOf('invoices'))[2]?.amount, until).toBe(null)

    // A yes or no is turned by Enter; a key that exists is refused and taken back.
    await grid.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf('invoices'))[2]?.paid, until).toBe(true)
    await page.keyboard.press('Home')
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('A-1')
    await page.keyboard.press('Enter')
    await page.getByText('Not saved:').waitFor()
    await grid.getByText('A-3').waitFor()
    await checkPage(page, 'table', ['classic', 'meridian', 'atelier'])

    // Rows that others write appear by themselves.
    await bob.session('POST', '/api/v1/tables/invoices/rows', {
      body: { values: { number: 'B-1', amount: 5 } },
    })
    await grid.getByText('B-1').waitFor()
    await page.getByRole('checkbox', { name: 'Select row 1' }).check({ force: true })
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await rowsOf('invoices')).length, until).toBe(3)
    await page.getByText('One row deleted').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await rowsOf('invoices')).length, until).toBe(4)
    await leave(visit)
  })

  it('are filtered, sorted, searched, imported and exported', async () => {
    const visit = await product.visit(ada, { acceptDownloads: true })
    const { page } = visit
    await page.goto('/tables/invoices')
    const grid = page.getByRole('grid', { name: 'Invoices' })
    await grid.getByText('A-2').waitFor()
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
    const dialog = page.getByRole('dialog')
    const file = (text: string) => ({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.getByLabel('CSV file').setInputFiles(file('Number,Amount\nC-1,10\nC-2,ten\nA-2,3\n'))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('Nothing was imported').waitFor()
    const errors = dialog.getByRole('region', { name: 'Problem' }).getByRole('row')
    await expect.poll(() => errors.count()).toBe(3)
    expect(await errors.nth(1).textContent()).toContain('3')
    await checkPage(page, 'table-import')
    await dialog.getByLabel('Leave out lines with errors').check()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByText('One row imported, 2 lines left out').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await grid.getByText('C-1').waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('Column').selectOption('Amount')
    await dialog.getByLabel('Condition').selectOption('is above')
    await dialog.getByLabel('Value').fill('9')
    await dialog.getByRole('button', { name: 'Add a filter' }).click()
    await page.waitForURL(/filter=/)
    // A closing dialog gives the focus back, which would close a menu.
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('3 of 5 rows').waitFor()
    await grid.getByRole('button', { name: 'Amount' }).click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await page.waitForURL(/dir=desc/)
    await grid.getByRole('gridcell').filter({ hasText: 'A-1' }).waitFor()
    await expect.poll(() => grid.getByRole('row').nth(1).textContent(), until).toContain('1,412.18')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('menuitem', { name: 'Download these rows' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.trim().split(/\r?\n/)).toHaveLength(4)
    await page.getByLabel('Search rows').fill('nothing like this')
    await page.getByText('No row matches').waitFor()
    await page.getByRole('button', { name: 'Show all rows' }).click()
    await page.getByText('5 rows').waitFor()
    await leave(visit)
  })

  it('are seen in French, and by members without their structure', async () => {
    const visit = await product.visit(bob)
    await bob.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    const { page } = visit
    await page.goto('/tables/invoices')
    await page.getByRole('grid', { name: 'Invoices' }).getByText('A-2').waitFor()
    expect(await page.getByRole('button', { name: 'Colonnes' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Ligne' }).waitFor()
    await checkPage(page, 'table-fr')
    await leave(visit)
  })

  it('show the ends of a long one at once', async () => {
    const made = await ada.session('POST', '/api/v1/tables', {
      body: { name: 'Long', keyUnique: false, columns: [{ label: 'Nr', type: 'number' }] },
    })
    expect(made.status).toBe(201)
    for (let at = 0; at < 3; at += 1)
      await ada.session('POST', '/api/v1/tables/long/rows/bulk', {
        body: { insert: Array.from({ length: 500 }, (_, index) => ({ values: { nr: at * 500 + index } })) },
      })
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/tables/long')
    const grid = page.getByRole('grid', { name: 'Long' })
    await grid.getByRole('gridcell').filter({ hasText: /^0$/ }).waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('1501')
    expect(await grid.getByRole('row').count()).toBeLessThan(100)
    await grid.focus()
    await page.keyboard.press('Control+End')
    await grid.getByRole('gridcell').filter({ hasText: '1,499' }).waitFor()
    await page.keyboard.press('Control+Home')
    await grid.getByRole('gridcell').filter({ hasText: /^0$/ }).waitFor()
    await leave(visit)
  })
})
