import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { putApproval, putDraft } from '../server/src/slices/desk/fixtures/waiting.store.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliverOne, type TestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('the desk', () => {
  let product: Product
  let ada: TestMember
  let mailbox: TestMailbox
  const ids: Record<string, string> = {}

  const put = async (name: string, hours: number, reason: string | null = null) => {
    const { server } = product
    const { id: messageId } = await deliverOne(server.db, mailbox, {
      subject: `Question of ${name}`,
      bodyText: `Where is the parcel of ${name}?`,
      from: { name, email: `${name.toLowerCase()}@example.net` },
    })
    const text = `Hello ${name},\n\nyour parcel arrives on Thursday.\n\nBest regards`
    const options = { mailboxId: mailbox.id, subject: `Re: Question of ${name}`, text, messageId, reason }
    ids[name] = await putDraft(server, ada, { ...options, created: -hours })
  }

  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    const { server } = product
    ada = await createMember(server, { name: 'Ada Lovelace' })
    mailbox = await createTestMailbox(server.db, ada.id)
    await put('Carol', 5)
    const composed = 'Hello Carol,\n\nthank you for your order 20418. The price is 10 EUR.'
    const source = {
      id: 'm1',
      kind: 'message',
      title: 'Question of Carol',
      text: 'I am Carol. Where is my order 20418?',
    }
    await server.db.run(sql`update outgoing_messages set body_text = ${composed} where id = ${ids.Carol}`)
    await server.db.run(sql`
      insert into ai_draft_sources (draft_id, member_id, composed, sources, cited, today, to_check)
      values (${ids.Carol}, ${ada.id}, ${[composed]}, ${JSON.stringify([source])}::jsonb, '{m1}', current_date, 1)`)
    await put('Dave', 4)
    await put('Erin', 3, 'Five automatic answers went to this address today.')
    await put('Frank', 2)
    ids.payment = await putApproval(server, ada, {
      title: 'Pay 3,480 euros to the glassworks?',
      details: 'Due on 30 November.',
    })
  })
  afterAll(() => product?.close())

  const draft = async (name: string) => (await ada.session('GET', `/api/v1/review/${ids[name]}`)).body
  const status = async (name: string) => (await draft(name)).message.reviewStatus

  it('is done by keyboard: sent, edited, rejected, snoozed and approved', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: 'Question of Carol' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    const card = page.getByRole('region', { name: 'Decision' })
    await card.getByText('Hello Carol').waitFor()
    await card.getByText('Where is the parcel of Carol?').waitFor()
    await card.getByText('1 to check').waitFor()
    await card.getByText('Not found in any mail').waitFor()
    // Tab leads through what stands nowhere.
    const missing = card.getByRole('button', { name: '10 EUR' })
    await missing.waitFor()
    await card.getByRole('button', { name: 'Next' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => missing.evaluate((element) => element.matches(':focus'))).toBe(true)
    await missing.evaluate((element) => element.blur())
    await checkPage(page, 'desk', ['classic', 'meridian', 'atelier'])
    await card.getByText('Hello Carol').waitFor()

    await page.keyboard.press('Enter')
    await card.getByText('Hello Dave').waitFor()
    // A decision can be taken back for some seconds.
    await page.keyboard.press('z')
    await card.getByText('Hello Carol').waitFor()
    expect(await status('Carol')).toBe('pending')
    await page.keyboard.press('Enter')
    await card.getByText('Hello Dave').waitFor()

    await page.keyboard.press('r')
    await page.getByLabel('Reason').fill('We answer by phone')
    await page.keyboard.press('Enter')
    await card.getByText('Hello Erin').waitFor()

    await card.getByText('Five automatic answers').waitFor()
    await checkPage(page, 'desk-held')
    await card.getByText('Hello Erin').waitFor()
    await page.keyboard.press('s')
    await card.getByText('Hello Frank').waitFor()

    await page.keyboard.press('e')
    await card.getByLabel('Message').fill('Hello Frank, it is here.')
    await page.keyboard.press('Control+Enter')
    await card.getByLabel('Message').waitFor({ state: 'detached' })
    await card.getByText('Hello Frank, it is here.').waitFor()
    expect((await draft('Frank')).bodyText).toBe('Hello Frank, it is here.')

    await page.keyboard.press('ArrowRight')
    await card.getByText('Pay 3,480 euros').waitFor()
    await checkPage(page, 'desk-approval')
    await page.keyboard.press('Enter')
    await card.getByText('Hello Frank').waitFor()
    const approved = async () =>
      (await ada.session('GET', '/api/v1/approvals?status=approved')).body.approvals.map(
        ({ id }: { id: string }) => id,
      )
    await expect.poll(approved).toEqual([ids.payment])
    await expect
      .poll(() => Promise.all(['Carol', 'Dave', 'Erin'].map(status)))
      .toEqual(['sent', 'rejected', 'snoozed'])
    await leave(visit)
  })

  it('sends several drafts at once, and takes them back', async () => {
    for (const name of ['Gina', 'Hugo', 'Iris']) await put(name, 1)
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto(`/desk/${ids.Gina}`)
    const card = page.getByRole('region', { name: 'Decision' })
    await card.getByText('Hello Gina').waitFor()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    await page.getByRole('checkbox', { name: 'Hugo' }).check()
    await page.getByRole('checkbox', { name: 'Iris' }).check()
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await checkPage(page, 'desk-many')
    await page.keyboard.press('Shift+Enter')
    await page.getByText('3 drafts sent').waitFor()
    await page.getByRole('link', { name: 'Hugo' }).waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByRole('link', { name: 'Hugo' }).waitFor()
    expect(await Promise.all(['Gina', 'Hugo', 'Iris'].map(status))).toEqual(['pending', 'pending', 'pending'])
    await page.keyboard.press('Control+a')
    await page.getByRole('checkbox', { name: 'Frank' }).uncheck()
    await page.keyboard.press('Shift+Enter')
    await expect
      .poll(() => Promise.all(['Gina', 'Hugo', 'Iris'].map(status)))
      .toEqual(['sent', 'sent', 'sent'])
    expect(await status('Frank')).toBe('pending')
    await leave(visit)
  })

  it('gives a card back that was decided elsewhere, with the reason', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto(`/desk/${ids.Frank}`)
    const card = page.getByRole('region', { name: 'Decision' })
    await card.getByText('Hello Frank').waitFor()
    // The reply to the decision below finds it rejected; no event tells this window before.
    await page.route('**/api/v1/review/*/send', async (route) => {
      await ada.session('POST', `/api/v1/review/${ids.Frank}/reject`, { body: {} })
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.getByText('Not done:').waitFor()
    await page.getByText('Nothing waits for you').waitFor()
    await checkPage(page, 'desk-empty')
    await leave(visit)
  })
})
