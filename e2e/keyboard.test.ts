import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { putDraft } from '../server/src/slices/desk/fixtures/waiting.store.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliver, deliverOne, newMail, type TestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { leave, openProduct, type Product, type Visit } from './support/product.ts'

const minute = 60_000

/** Keys one after the other: `press(page, 'g i j')`. */
async function press(page: Page, keys: string) {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await wanted.waitFor()
  const hasFocus = () => wanted.evaluate((element) => element.matches(':focus'))
  for (let stops = 0; stops < 60 && !(await hasFocus()); stops++) await page.keyboard.press('Tab')
  expect(await hasFocus()).toBe(true)
}

/** Goes to a folder by its key, or else by its name. */
async function go(page: Page, name: string) {
  const keys = { Inbox: 'g i', Archive: 'g e' }[name]
  if (keys) {
    await press(page, keys)
    return void (await page.getByRole('heading', { name, level: 1 }).waitFor())
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page.getByRole('option', { name, exact: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describeWithBrowser('without a mouse', () => {
  let product: Product
  let ada: TestMember
  let mailbox: TestMailbox
  const drafts: Record<string, string> = {}
  const subject = (n: number) => `Order ${String(n).padStart(3, '0')}`

  const put = async (name: string, hours: number) => {
    const { id: messageId } = await deliverOne(product.server.db, mailbox, {
      subject: `Question of ${name}`,
      from: { name, email: `${name.toLowerCase()}@example.net` },
      receivedAt: new Date(Date.now() - 600 * minute).toISOString(),
    })
    const text = `Hello ${name},\n\nthe price is 10 EUR or 12 EUR.`
    const options = { mailboxId: mailbox.id, subject: `Re: Question of ${name}`, text, messageId }
    drafts[name] = await putDraft(product.server, ada, { ...options, created: -hours })
    const source = { id: 'm1', kind: 'message', title: `Question of ${name}`, text: `I am ${name}.` }
    await product.server.db.run(sql`
      insert into ai_draft_sources (draft_id, member_id, composed, sources, cited, today, to_check)
      values (${drafts[name]}, ${ada.id}, ${[text]}, ${JSON.stringify([source])}::jsonb, '{m1}', current_date, 2)`)
  }

  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api', MAILWRIGHT_UNDO_SECONDS: '60' })
    ada = await createMember(product.server, { name: 'Ada Lovelace' })
    mailbox = await createTestMailbox(product.server.db, ada.id, ['Customers'])
    const mail = (n: number) =>
      newMail(mailbox, {
        subject: subject(n),
        bodyText: `The lamp of order ${n} has arrived.`,
        from: { name: `Customer ${n}`, email: `customer${n}@example.net` },
        cc: [{ email: 'carol@example.net' }],
        flags: { seen: n !== 3 },
        receivedAt: new Date(Date.now() - n * 5 * minute).toISOString(),
      })
    await deliver(
      product.server.db,
      Array.from({ length: 9 }, (_, index) => mail(index)),
    )
    for (const [index, name] of ['Dave', 'Erin', 'Frank', 'Gina', 'Hugo', 'Iris'].entries())
      await put(name, 9 - index)
  })
  afterAll(() => product?.close())

  /** A visit that fails if a button of a mouse was pressed; keys that press buttons have no coordinates. */
  const visitWithoutMouse = async () => {
    const visit = await product.visit(ada)
    await visit.context.addInitScript(
      "addEventListener('pointerdown', () => console.error('a mouse was used'))",
    )
    return visit
  }
  const inFolder = async (folder: string) =>
    (await ada.session('GET', `/api/v1/threads?folder=${folder}`)).body.threads.map(
      (one: { subject: string }) => one.subject,
    ) as string[]
  const first = async (folder: string) => (await inFolder(folder))[0]
  const unread = async () =>
    (await ada.session('GET', '/api/v1/threads?folder=inbox&q=is:unread')).body.threads.map(
      (one: { subject: string }) => one.subject,
    )
  const open = (page: Page, n: number) =>
    page.getByRole('heading', { name: subject(n), exact: true }).waitFor()
  const said = (page: Page, text: string) => page.getByText(text, { exact: true }).last().waitFor()

  /** Acts on the first thread of the inbox, and takes it back in the folder that it has gone to. */
  async function thereAndBack({ page }: Visit, key: string, name: string, folder: string, back: string) {
    await go(page, 'Inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, key)
    await open(page, 1)
    await expect.poll(() => inFolder(folder)).toEqual([subject(0)])
    await go(page, name)
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, back)
    await expect.poll(() => inFolder(folder)).toEqual([])
    await expect.poll(() => first('inbox')).toBe(subject(0))
  }

  it('all twelve actions on mail, on one and on many, can be done and undone', async () => {
    const visit = await visitWithoutMouse()
    const { page } = visit
    await page.goto('/')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await thereAndBack(visit, 'e', 'Archive', 'archive', 'e')
    await thereAndBack(visit, '#', 'Trash', 'trash', 'e')
    await thereAndBack(visit, '!', 'Spam', 'spam', '!')

    await press(page, 'g i')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, 's')
    await expect.poll(() => inFolder('starred')).toEqual([subject(0)])
    await press(page, 's')
    await expect.poll(() => inFolder('starred')).toEqual([])
    await press(page, 'u')
    await expect.poll(unread).toEqual([subject(0), subject(3)])
    await press(page, 'Shift+I')
    await expect.poll(unread).toEqual([subject(3)])

    // What is typed while the question is still loading counts.
    await press(page, 'l')
    await page.keyboard.type('custom')
    await page.getByRole('button', { name: 'Customers' }).waitFor()
    await press(page, 'Enter')
    await expect.poll(() => inFolder('folder:Customers')).toEqual([subject(0)])
    await press(page, 'z')
    await expect.poll(() => first('inbox')).toBe(subject(0))

    await go(page, 'Inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, 'x Shift+J')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await press(page, 'e')
    await said(page, '2 threads archived')
    await expect.poll(async () => (await inFolder('archive')).length).toBe(2)
    await press(page, 'z')
    await expect.poll(() => inFolder('archive')).toEqual([])
    await press(page, 'Escape')

    await go(page, 'Inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, '#')
    await open(page, 1)
    await go(page, 'Trash')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await press(page, 'j')
    await open(page, 0)
    await press(page, 'Shift+Delete')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }))
    await press(page, 'Enter')
    await expect.poll(() => inFolder('trash')).toEqual([])
    expect(await first('inbox')).toBe(subject(1))
    await leave(visit)
  })

  it('mail is searched with operators', async () => {
    const visit = await visitWithoutMouse()
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(1) }).waitFor()
    await press(page, '/')
    await tabTo(page, page.getByRole('button', { name: /^subject:/ }))
    await press(page, 'Enter')
    await page.keyboard.type('004')
    await press(page, 'Enter')
    await page.getByRole('link', { name: subject(1) }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: subject(4) }).waitFor()
    await press(page, 'j')
    await open(page, 4)
    await press(page, '/ Control+a Delete Enter')
    await page.getByRole('link', { name: subject(1) }).waitFor()
    await leave(visit)
  })

  it('mail is written, answered, forwarded, sent and taken back', async () => {
    const visit = await visitWithoutMouse()
    const { page } = visit
    const text = page.getByRole('textbox', { name: 'Message', exact: true })
    const outgoing = async () =>
      (
        await product.server.db.rows<{ line: string }>(sql`
          select send_status || ' ' || subject || ' to ' || array_to_string("to" || cc, ' ') || ': ' ||
            split_part(body_text, chr(10), 1) as line
          from outgoing_messages where origin = 'webmail' order by created_at`)
      ).map(({ line }) => line)
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(1) }).waitFor()

    // Nobody waits until the editor is there.
    await press(page, 'c')
    await page.keyboard.type('grace@example.net,')
    await tabTo(page, page.getByLabel('Subject'))
    await page.keyboard.type('A new lamp')
    await tabTo(page, text)
    await page.keyboard.type('Look at this.')
    await press(page, 'Control+Enter')
    await said(page, 'Sending…')
    await press(page, 'z')
    await text.getByText('Look at this.').waitFor()
    await expect.poll(outgoing).toEqual(['cancelled A new lamp to grace@example.net: Look at this.'])
    await press(page, 'Control+Enter')
    await expect.poll(async () => (await outgoing()).length).toBe(2)

    await page.goto('/mail/inbox?q=subject%3A001')
    await page.getByRole('link', { name: subject(1) }).waitFor()
    await press(page, 'j')
    await open(page, 1)
    await page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
    for (const [key, line] of [
      ['r', 'Yes, we do.'],
      ['a', 'To all of you.'],
    ] as const) {
      await press(page, key)
      await page.keyboard.type(line)
      await text.getByText(line).waitFor()
      await press(page, 'Control+Enter')
      await text.waitFor({ state: 'detached' })
    }
    await press(page, 'f')
    await page.keyboard.type('grace@example.net,')
    await tabTo(page, text)
    await page.keyboard.type('For you.')
    await press(page, 'Control+Enter')
    await expect
      .poll(async () => (await outgoing()).slice(1).toSorted())
      .toEqual([
        'pending A new lamp to grace@example.net: Look at this.',
        `pending Fwd: ${subject(1)} to grace@example.net: For you.`,
        `pending Re: ${subject(1)} to customer1@example.net ada@example.com carol@example.net: To all of you.`,
        `pending Re: ${subject(1)} to customer1@example.net: Yes, we do.`,
      ])
    await leave(visit)
  })

  it('the desk is cleared', async () => {
    const visit = await visitWithoutMouse()
    const { page } = visit
    const status = async (name: string) =>
      (await ada.session('GET', `/api/v1/review/${drafts[name]}`)).body.message.reviewStatus
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(1) }).waitFor()
    await press(page, 'g d')
    const card = page.getByRole('region', { name: 'Decision' })
    const shows = (name: string) => card.getByText(`Hello ${name}`).waitFor()
    await shows('Dave')
    // Tab leads through what stands in no source, from the first key on.
    for (const amount of ['10 EUR', '12 EUR']) {
      const missing = card.getByRole('button', { name: amount })
      await missing.waitFor()
      await press(page, 'Tab')
      await expect.poll(() => missing.evaluate((element) => element.matches(':focus'))).toBe(true)
    }
    await press(page, 'j')
    await shows('Erin')
    await press(page, 'k')
    await shows('Dave')
    await press(page, 'a')
    await shows('Erin')

    await press(page, 'r')
    await page.keyboard.type('joking, snooze me')
    await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('joking, snooze me')
    await press(page, 'Enter')
    await shows('Frank')
    await press(page, 's')
    await shows('Gina')
    await press(page, 'e')
    await press(page, 'Control+a')
    await page.keyboard.type('Hello Gina, it is here.')
    await press(page, 'Control+Enter')
    await card.getByLabel('Message').waitFor({ state: 'detached' })
    await card.getByText('Hello Gina, it is here.').waitFor()

    // The first three are decided a few seconds after their keys.
    await expect
      .poll(() => Promise.all(['Dave', 'Erin', 'Frank'].map(status)))
      .toEqual(['sent', 'rejected', 'snoozed'])
    await press(page, 'x')
    await shows('Hugo')
    await press(page, 'x')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await press(page, 'Shift+Enter')
    await said(page, '2 drafts sent')
    await press(page, 'z')
    await page.getByRole('link', { name: 'Hugo' }).waitFor()
    await press(page, 'Control+a Shift+Enter')
    await page.getByText('Nothing waits for you').waitFor()
    await expect
      .poll(() => Promise.all(['Gina', 'Hugo', 'Iris'].map(status)))
      .toEqual(['sent', 'sent', 'sent'])
    const [rejected] = await product.server.db.rows<{ reason: string }>(
      sql`select review_reason as reason from outgoing_messages where id = ${drafts.Erin ?? ''}`,
    )
    expect(rejected?.reason).toBe('joking, snooze me')
    await leave(visit)
  })
})
