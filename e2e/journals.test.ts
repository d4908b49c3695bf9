import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { newId } from '../server/src/platform/ids/ids.ts'
import { putDraft } from '../server/src/slices/desk/fixtures/waiting.store.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliverOne, type TestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('mailboxes, journals and contacts', () => {
  let product: Product
  let ada: TestMember
  let support: TestMailbox
  let jobs: TestMailbox

  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    const { db } = product.server
    ada = await createMember(product.server, { name: 'Ada Lovelace', email: 'ada@example.com' })
    support = await createTestMailbox(db, ada.id)
    jobs = await createTestMailbox(db, ada.id)
    await db.run(sql`update mailboxes set address = 'support@example.com', last_delta_at = now(),
      backfill_status = 'done' where id = ${support.id}`)
    await db.run(sql`update mailboxes set address = 'jobs@example.com', status = 'error', last_error =
      ${JSON.stringify({ kind: 'auth_failed', message: 'NO [AUTHENTICATIONFAILED] Invalid credentials', at: new Date().toISOString() })}
      where id = ${jobs.id}`)
    for (const name of ['Carol', 'Dave']) {
      const { id } = await deliverOne(db, support, {
        subject: `Order of ${name}`,
        from: { name, email: `${name.toLowerCase()}@example.net` },
      })
      const outcome = name === 'Carol' ? 'dispatched' : 'guardrail'
      await db.run(sql`
        insert into journal_entries (id, mailbox_id, message_id, outcome, rule_ref)
        values (${newId()}, ${support.id}, ${id}, ${outcome}, ${name === 'Carol' ? null : 'bounce'})`)
    }
    await db.run(
      sql`update folders set server_messages = 2, uid_next = 3 where id = ${support.folders.inbox ?? ''}`,
    )
  })
  afterAll(() => product?.close())

  it('shows the server beside the copy, fetches, reads again and switches', async () => {
    const { db } = product.server
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mailboxes')
    const list = page.getByRole('navigation', { name: 'Your mailboxes' })
    await list.getByText('Needs you').waitFor()
    await list.getByText('Up to date').waitFor()
    await page.goto(`/mailboxes/${support.id}`)
    const detail = page.getByRole('region', { name: 'support@example.com' })
    await detail.getByText('Everything that the server holds is here.').waitFor()
    await checkPage(page, 'mailboxes', ['classic', 'meridian', 'atelier'])

    // New mail on the server that is not here yet.
    await db.run(sql`update folders set server_messages = 5 where id = ${support.folders.inbox ?? ''}`)
    await page.keyboard.press('s')
    await page.getByText('Fetching new mail.').waitFor()
    await detail.getByText('The server holds messages that are not here yet.').waitFor()
    await list.getByText('3 missing').waitFor()
    await detail.getByRole('button', { name: 'Read again' }).click()
    await page.getByRole('menuitem', { name: 'The last 92 days' }).click()
    await page.getByText('Reading the period again.').waitFor()
    await detail.getByRole('switch', { name: 'Send from this mailbox' }).click()
    await page.getByText('Sending is off for this mailbox.').waitFor()
    await detail.getByRole('switch', { name: 'Mirror the whole mailbox' }).click()
    const stored = async () => (await ada.session('GET', '/api/v1/mailboxes')).body.mailboxes
    await expect
      .poll(async () => (await stored()).find(({ id }: { id: string }) => id === support.id).syncMode)
      .toBe('processing_only')

    await page.goto(`/mailboxes/${jobs.id}`)
    await page.getByText('The server rejects the password.').waitFor()
    await page.getByText('[AUTHENTICATIONFAILED]').waitFor()
    await checkPage(page, 'mailbox-error')
    await page.getByRole('link', { name: 'Connect again' }).click()
    await page.waitForURL('**/connect?address=**')
    expect(await page.getByLabel('Email address').inputValue()).toBe('jobs@example.com')
    await leave(visit)
  })

  it('disconnects and deletes after showing what that does', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto(`/mailboxes/${jobs.id}`)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Nothing is deleted on the mail server').waitFor()
    await checkPage(page, 'mailbox-disconnect')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('jobs@example.com is disconnected.').waitFor()
    await page.getByText('You disconnected this mailbox.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Delete jobs@example.com and its history?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/mailboxes')
    await expect
      .poll(async () => (await ada.session('GET', '/api/v1/mailboxes')).body.mailboxes.length)
      .toBe(1)
    await leave(visit)
  })

  it('tells what became of each outgoing message, and cancels by keyboard', async () => {
    const put = async (subject: string, status: string, more: Record<string, string> = {}) => {
      const id = await putDraft(product.server, ada, { mailboxId: support.id, subject })
      await product.server.db.run(sql`
        update outgoing_messages set send_status = ${status}, held_by = ${more.heldBy ?? null}, review_status = 'none',
          mode = 'send', send_error_kind = ${more.kind ?? null}, send_error = ${more.error ?? null} where id = ${id}`)
      return id
    }
    await put('Lost on the way', 'unknown', { kind: 'no_answer' })
    await put('Refused by the server', 'failed', { kind: 'refused', error: '550 5.7.1 rejected' })
    await put('Held back', 'held', { heldBy: 'switch' })
    const waiting = await put('Leaves soon', 'pending')
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/sending')
    await page.getByRole('link', { name: /Leaves soon/ }).waitFor()
    await checkPage(page, 'sending-journal', ['classic', 'meridian', 'atelier'])
    const detail = page.getByRole('region', { name: 'Outgoing message' })
    await page.keyboard.press('j')
    await detail.getByText('It leaves in a moment.').waitFor()
    await page.keyboard.press('x')
    await page.getByText('Cancelled. It was not sent.').waitFor()
    await detail.getByText('It was cancelled before it left.').waitFor()
    expect((await ada.session('GET', `/api/v1/sending/${waiting}`)).body.item.sendStatus).toBe('cancelled')
    await page.keyboard.press('j')
    await detail.getByText('It waits: for your review, or until sending is on again.').waitFor()
    await page.keyboard.press('j')
    await detail.getByText('550 5.7.1 rejected').waitFor()
    await checkPage(page, 'sending-failed')
    await page.keyboard.press('j')
    await detail.getByText('We do not send it twice').waitFor()
    await checkPage(page, 'sending-unknown', ['classic'], ['light'])
    await page.getByLabel('State').selectOption('failed')
    await page.getByRole('link', { name: /Lost on the way/ }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?status=failed')
    await page.goto(`/sending/${newId()}`)
    await page.getByText('Nothing here').waitFor()
    await leave(visit)
  })

  it('shows how each incoming message was handled, and opens it', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/journal')
    await page.getByText('It reports mail that did not arrive').waitFor()
    await checkPage(page, 'mail-journal', ['classic', 'meridian', 'atelier'])
    await page.getByLabel('Outcome').selectOption('dispatched')
    await page.getByText('Order of Dave').waitFor({ state: 'detached' })
    await page.getByText('Order of Carol').waitFor()
    await page.getByLabel('Outcome').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mail/all/**')
    await page.getByRole('heading', { name: 'Order of Carol' }).waitFor()
    await leave(visit)
  })

  it('keeps contacts, finds them, and takes a deletion back', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/contacts')
    await page.getByText('No contacts yet').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Email address').fill('grace@example.com')
    await page.getByLabel('Name').fill('Grace Hopper')
    await page.getByLabel('Notes').fill('Met in London')
    await checkPage(page, 'contact-dialog', ['classic'], ['light'])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Contact saved.').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Email address').fill('grace@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await checkPage(page, 'contacts')
    await page.getByRole('button', { name: 'Write to Grace Hopper' }).click()
    await page.getByText('New message').first().waitFor()
    await page.getByText('grace@example.com').last().waitFor()
    await page.goto('/contacts')
    await page.getByLabel('Find a contact').fill('nobody')
    await page.getByText('Nobody found').waitFor()
    await page.getByLabel('Find a contact').fill('grace')
    await page.getByRole('button', { name: 'Delete Grace Hopper' }).click()
    await page.getByText('Grace Hopper is deleted.').waitFor()
    await page.getByLabel('Find a contact').blur()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Change Grace Hopper' }).click()
    expect(await page.getByLabel('Notes').inputValue()).toBe('Met in London')
    await leave(visit)
  })

  it('writes signatures, of which one is used for new messages', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/signatures')
    await page.getByText('No signatures yet').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Work')
    const text = page.getByRole('textbox', { name: 'Signature', exact: true })
    await text.focus()
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('\nAnalytical Engines\n- London\nParis')
    await page.getByLabel('Use it for new messages').check()
    await checkPage(page, 'signature-form')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Usual one').waitFor()
    await checkPage(page, 'signatures')
    const [stored] = (await ada.session('GET', '/api/v1/signatures')).body.signatures
    expect(stored).toMatchObject({
      bodyText: 'Ada Lovelace\nAnalytical Engines\n- London\n- Paris',
      bodyHtml: expect.stringContaining('<strong>Ada Lovelace</strong>'),
    })
    // Another name leaves the text as it is, also what the editor does not know.
    const foreign =
      '<table><tbody><tr><td><b>Ada</b> <img src="https://a.example/logo.png" /></td></tr></tbody></table>'
    await ada.session('POST', '/api/v1/signatures', { body: { name: 'Old', bodyHtml: foreign } })
    await page.reload()
    await page.getByRole('button', { name: 'Change Old' }).click()
    await page.getByText('It holds images, tables or styles.').waitFor()
    await page.getByLabel('Name').fill('Older')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Older' }).click()
    const kept = (await ada.session('GET', '/api/v1/signatures')).body.signatures
    expect(kept.find(({ name }: { name: string }) => name === 'Older').bodyHtml).toBe(foreign)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Older” is deleted.').waitFor()

    await ada.session('PUT', `/api/v1/mailboxes/${support.id}/sending`, { body: { enabled: true } })
    await page.keyboard.press('c')
    const signature = page.getByRole('combobox', { name: 'Signature' })
    await expect.poll(() => signature.locator('option:checked').textContent()).toBe('Work')
    const composer = page.getByRole('region', { name: 'New message' })
    await composer.locator('strong', { hasText: 'Ada Lovelace' }).waitFor()
    await page.keyboard.type('grace@example.com,')
    await composer.getByLabel('Subject').fill('With a signature')
    await composer.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Sending…').waitFor()
    const [sent] = await product.server.db.rows<{ html: string; text: string }>(sql`
      select body_html as html, body_text as text from outgoing_messages where subject = 'With a signature'`)
    expect(sent?.text).toBe(`Hello\n\n-- \n${stored.bodyText}`)
    expect(sent?.html).toContain(stored.bodyHtml)
    await page.goto('/signatures')
    await page.getByRole('button', { name: 'Delete Work' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No signatures yet').waitFor()
    await leave(visit)
  })

  it('speaks French', async () => {
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    const visit = await product.visit(ada, { locale: 'fr-FR' })
    const { page } = visit
    for (const [path, heading] of [
      ['/mailboxes', 'Boîtes mail'],
      ['/sending', 'Journal des envois'],
      ['/journal', 'Journal du courrier'],
      ['/contacts', 'Contacts'],
      ['/signatures', 'Signatures'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Chargement' }).waitFor({ state: 'detached' })
      await checkPage(page, `fr${path.replaceAll('/', '-')}`, ['classic'], ['light'])
    }
    await leave(visit)
  })
})
