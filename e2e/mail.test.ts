import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { newId } from '../server/src/platform/ids/ids.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliver, newMail, type TestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { delayReplies } from './support/delay-replies.ts'
import { hostileHtml } from './support/hostile-mail.ts'
import { leave, openProduct, type Product } from './support/product.ts'

const senders = ['Hélène Aubry', 'Tom Lowe', 'Maëlle Guérin', 'Marcus Ohlsson', 'Léa Fontaine']
const minute = 60_000

// 8 by 8 pixels of one colour.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4UWGDFTEMLQkAQfNfASkqKa0AAAAASUVORK5CYII=',
  'base64',
)

describeWithBrowser('mail', () => {
  let product: Product
  let ada: TestMember
  let mailbox: TestMailbox

  const subject = (n: number) => `Order ${String(n).padStart(3, '0')}`
  const mail = (n: number) =>
    newMail(mailbox, {
      subject: subject(n),
      snippet: `The lamp of order ${n} has arrived with a crack.`,
      bodyText: `Hello,\n\nThe lamp of order ${n} has arrived.\n\nOn Monday, Ada wrote:\n> Is it there?`,
      from: { name: senders[n % senders.length] ?? '', email: `customer${n}@example.net` },
      flags: { seen: n > 3 },
      receivedAt: new Date(Date.now() - n * 40 * minute).toISOString(),
    })

  const asked: string[] = []
  const pictures = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(request.url === '/broken.png' ? 'no picture' : picture)
  })
  const portOf = (server: typeof pictures) => (server.address() as AddressInfo).port

  beforeAll(async () => {
    await once(pictures.listen(0, '127.0.0.1'), 'listening')
    product = await openProduct({
      MAILWRIGHT_ROLES: 'api',
      MAILWRIGHT_UNDO_SECONDS: '60',
      MAILWRIGHT_OUTBOUND_ALLOW: `images:127.0.0.1:${portOf(pictures)}`,
    })
    ada = await createMember(product.server, { name: 'Ada Lovelace' })
    mailbox = await createTestMailbox(product.server.db, ada.id, ['Customers'])
    await deliver(
      product.server.db,
      Array.from({ length: 300 }, (_, index) => mail(index)),
    )
  })
  afterAll(async () => {
    await product?.close()
    pictures.close()
  })

  const threads = async (query: string) =>
    (await ada.session('GET', `/api/v1/threads?${query}`)).body.threads as { subject: string }[]

  it('is read, archived and taken back by keyboard alone', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await checkPage(page, 'inbox', ['classic', 'meridian', 'atelier'])
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: subject(0) }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: subject(1) }).waitFor()
    await checkPage(page, 'thread', ['classic', 'meridian', 'atelier'])
    await page.keyboard.press('e')
    // The next one opens, and the list no longer has the archived one.
    await page.getByRole('heading', { name: subject(2) }).waitFor()
    await page.getByRole('link', { name: subject(1) }).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await threads('folder=archive')).map((one) => one.subject))
      .toEqual([subject(1)])
    await page.keyboard.press('z')
    await page.getByRole('link', { name: subject(1) }).waitFor()
    await expect.poll(() => threads('folder=archive')).toEqual([])
    await page.keyboard.press('s')
    await expect
      .poll(async () => (await threads('folder=starred')).map((one) => one.subject))
      .toEqual([subject(2)])
    await page.keyboard.press('Escape')
    await page.getByText('Select a thread to read it.').waitFor()
    await leave(visit)
  })

  it('is handled in bulk, and moved to a folder', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(4) }).click()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await delayReplies(page, /\/api\/v1\/folders\?/)
    await page.keyboard.press('l')
    await page.getByLabel('Find a folder').fill('custom')
    await page.keyboard.press('Enter')
    await page.getByText('3 threads moved').waitFor()
    await page.getByRole('link', { name: subject(5) }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await threads('folder=folder:Customers')).length).toBe(3)
    await page.keyboard.press('z')
    await page.getByRole('link', { name: subject(5) }).waitFor()
    await expect.poll(async () => (await threads('folder=folder:Customers')).length).toBe(0)
    await leave(visit)
  })

  it('scrolls to the end of a list that is read in pages', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await expect
      .poll(async () => {
        await page.locator('.mails').evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return page.getByRole('link', { name: subject(299) }).count()
      })
      .toBe(1)
    await leave(visit)
  })

  it('is searched with operators that are offered', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('subject:042')
    await page.getByRole('button', { name: 'has:attachment' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: subject(42) }).waitFor()
    await page.getByRole('link', { name: subject(0) }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('q=')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await leave(visit)
  })

  it('is answered, and the answer is taken back and sent', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await ada.session('POST', '/api/v1/signatures', {
      body: { name: 'Work', bodyText: 'Ada, Lamps', bodyHtml: '<b>Ada</b>, Lamps', isDefault: true },
    })
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(7) }).click()
    await page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
    await page.keyboard.press('r')
    const text = page.getByRole('textbox', { name: 'Message', exact: true })
    await text.waitFor()
    await page.keyboard.type('A new one is on its way, ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('today')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('.\n- it is blue\nand larger')
    await page.setInputFiles('.compose input[type=file]', {
      name: 'lamp.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A lamp'),
    })
    await page.getByRole('list', { name: 'Attachments' }).getByText('lamp.txt').waitFor()
    await checkPage(page, 'compose', ['classic', 'meridian', 'atelier'])
    // A closed window loses nothing.
    await page.reload()
    await page.getByTitle('Unsent drafts').click()
    await page.getByText('customer7@example.net').first().waitFor()
    await page.getByText('lamp.txt').waitFor()
    await text.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await text.innerHTML()).toContain('way, <strong>today</strong>.')
    await text.press('Control+Enter')
    await page.getByText('Sending…').waitFor()
    const sent = async () =>
      (await ada.session('GET', '/api/v1/sending/journal')).body.items.map(
        (item: { sendStatus: string; subject: string; recipients: string[] }) => [
          item.sendStatus,
          item.subject,
          item.recipients[0],
        ],
      )
    await expect.poll(sent).toEqual([
      ['pending', `Re: ${subject(7)}`, 'customer7@example.net'],
      ['cancelled', `Re: ${subject(7)}`, 'customer7@example.net'],
    ])
    const [mail] = await product.server.db.rows<{ html: string; text: string }>(
      sql`select body_html as html, body_text as text from outgoing_messages where send_status = 'pending'`,
    )
    expect(mail?.text).toContain(
      'A new one is on its way, today.\n- it is blue\n- and larger\n\n-- \nAda, Lamps',
    )
    expect(mail?.html).toContain('<strong>today</strong>')
    expect(mail?.html).toContain('<b>Ada</b>, Lamps')
    await leave(visit)
  })

  it('shows remote images when asked, and remembers senders', async () => {
    const image = (path: string) =>
      `<img src="http://127.0.0.1:${portOf(pictures)}${path}" alt="" width="64">`
    const newsletter = (name: string, subject: string) =>
      newMail(mailbox, {
        subject,
        from: { name: 'Lamp News', email: 'News@example.net' },
        bodyText: 'New lamps',
        bodyHtml: `<h2>New lamps</h2>${image(`/${name}.png`)}${image('/broken.png')}<p>From 10 euros.</p>`,
        receivedAt: new Date(Date.now() - minute).toISOString(),
      })
    await deliver(product.server.db, [newsletter('one', 'Lamps of May'), newsletter('two', 'Lamps of June')])
    const visit = await product.visit(ada)
    const { page } = visit
    const shown = () =>
      page
        .frameLocator('.mail-frame')
        .locator('img')
        .evaluateAll(
          (images) =>
            images.filter((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 8).length,
        )
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: 'Lamps of May' }).click()
    await page.frameLocator('.mail-frame').getByText('From 10 euros.').waitFor()
    await page.getByText('Images from other servers are not loaded').waitFor()
    await checkPage(page, 'images-asked')
    expect([await shown(), asked]).toEqual([0, []])
    await page.keyboard.press('i')
    await expect.poll(shown).toBe(1)
    expect(asked.toSorted()).toEqual(['/broken.png', '/one.png'])
    // Only for this message, until the member wants it for the sender.
    await page.getByRole('link', { name: 'Lamps of June' }).click()
    await page.getByRole('button', { name: 'Always from this sender' }).click()
    await expect.poll(shown).toBe(1)
    await page.getByText('Images of this sender are always shown.').waitFor()
    await checkPage(page, 'images-shown', ['atelier'])
    await page.reload()
    await expect.poll(shown).toBe(1)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('button', { name: 'Show images' }).waitFor()
    expect(await shown()).toBe(0)
    await leave(visit)
  })

  it('explains in the outbox what waits, is held, failed or is not confirmed', async () => {
    const { db } = product.server
    const put = async (subject: string, status: string, kind: string | null = null) => {
      const id = newId()
      await db.run(sql`
        insert into outgoing_messages (id, member_id, mailbox_id, mailbox_address, mode, origin, "to", subject,
          body_text, send_status, send_error_kind, held_by, send_after)
        values (${id}, ${ada.id}, ${mailbox.id}, 'ada@example.com', 'send', 'webmail', '{carol@example.net}',
          ${subject}, 'Hi', ${status}, ${kind}, ${status === 'held' ? 'switch' : null}, now() + interval '1 hour')`)
      return id
    }
    await put('Held letter', 'held')
    await put('Late letter', 'pending', 'unreachable')
    await put('Refused letter', 'failed', 'bad_address')
    await put('Lost letter', 'unknown', 'broken_off')
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Outbox' }).waitFor()
    const letter = (name: string) => page.getByRole('listitem', { name })
    await letter('Refused letter').getByText('An address is not valid. It was not sent').waitFor()
    await letter('Lost letter').getByText('did not confirm. It may have arrived').waitFor()
    await letter('Held letter').getByText('Sending is turned off.').waitFor()
    await letter('Late letter').getByText('could not be reached. The first attempt did not work').waitFor()
    await checkPage(page, 'outbox', ['classic', 'meridian', 'atelier'])
    await letter('Late letter').getByRole('button', { name: 'Do not send' }).click()
    await letter('Late letter').waitFor({ state: 'detached' })
    await letter('Held letter').getByRole('button', { name: 'Turn sending on' }).click()
    await letter('Held letter').getByText('Waiting').waitFor()
    await letter('Lost letter').getByRole('link', { name: 'Look in Sent' }).click()
    await page.getByRole('heading', { name: 'Sent' }).waitFor()
    await leave(visit)
  })

  it('runs a workflow on a message, and leaves its sender alone from then on', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(9) }).click()
    await page.getByRole('heading', { name: subject(9) }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Never do this again' }).click()
    await page.getByText('starts no workflow any more').waitFor()
    const excluded = async () => (await ada.session('GET', '/api/v1/scope')).body.scope.emails
    expect(await excluded()).toEqual(['customer9@example.net'])
    await page.keyboard.press('z')
    await expect.poll(excluded).toEqual([])
    await leave(visit)
  })

  it('cannot run scripts or reach other servers from its frame, even if it was not sanitised', async () => {
    const asked: string[] = []
    const tracker = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(tracker, 'listening')
    const { port } = tracker.address() as AddressInfo
    const visit = await product.visit(ada)
    const { page } = visit
    await page.route('**/api/v1/threads/*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const message of body.messages) message.bodyHtmlSafe = hostileHtml(`http://127.0.0.1:${port}`)
      await route.fulfill({ response, json: body })
    })
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(8) }).click()
    const frame = page.frameLocator('.mail-frame')
    await frame.getByText('Readable text').waitFor()
    await frame.getByText('Click').click()
    await frame.getByText('https://bank.example/').click()
    // A link that pretends to lead elsewhere is asked about first.
    await page.getByRole('dialog', { name: 'This link leads elsewhere' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.evaluate('window.ran')).toBe(undefined)
    expect(asked).toEqual([])
    tracker.close()
    // The policy reports what it has stopped.
    visit.faults.length = 0
    await leave(visit)
  })

  it('shows nothing of a mail in the frame that the next thread reuses', async () => {
    const html = (text: string) => `<style>p { color: red }</style><p>${text}</p>`
    const open = { flags: { seen: false }, receivedAt: new Date().toISOString() }
    const first = newMail(mailbox, { ...open, subject: 'Three lamps', bodyHtml: html('First lamp') })
    const answer = (n: number) =>
      newMail(mailbox, {
        ...open,
        subject: 'Re: Three lamps',
        bodyHtml: html(`Lamp ${n}`),
        ...(first.messageIdHeader && {
          inReplyTo: first.messageIdHeader,
          references: [first.messageIdHeader],
        }),
        receivedAt: new Date(Date.now() + n * 1000).toISOString(),
      })
    const single = newMail(mailbox, { ...open, subject: 'A single lamp', bodyHtml: '<p>Alone</p>' })
    await deliver(product.server.db, [first, answer(2), answer(3), single])
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: 'Three lamps' }).click()
    await page.frameLocator('.mail-frame >> nth=2').getByText('Lamp 3').waitFor()
    await page.evaluate(
      "document.querySelectorAll('.reader iframe').forEach((frame) => { frame.isKept = true })",
    )
    await page.getByRole('link', { name: 'A single lamp' }).click()
    await page.frameLocator('.mail-frame').getByText('Alone').waitFor()
    const frames = await page.evaluate(
      "[...document.querySelectorAll('.reader iframe')].map((frame) => [frame.isKept, frame.hidden, frame.contentDocument.body.innerHTML])",
    )
    expect(frames).toEqual([
      [true, false, '<p>Alone</p>'],
      [true, true, ''],
      [true, true, ''],
    ])
    await leave(visit)
  })

  it('speaks French with the palette and keeps the choice', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: subject(0) }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Archive').first().waitFor()
    await checkPage(page, 'keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('fran')
    await checkPage(page, 'palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Réception' }).waitFor()
    await expect.poll(async () => (await ada.session('GET', '/api/v1/me')).body.settings.locale).toBe('fr')
    await page.reload()
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr')
    await page.getByRole('heading', { name: 'Réception' }).waitFor()
    await checkPage(page, 'inbox-fr')
    await leave(visit)
  })
})
