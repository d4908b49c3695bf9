import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attacks } from '../server/src/protocols/mime/fixtures/attacks.ts'
import { startChildServer } from '../server/test/child-server.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox, deliver, newMail, type TestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

describeWithBrowser('the app when things go wrong', () => {
  let product: Product
  let ada: TestMember
  let bob: TestMember
  let mailbox: TestMailbox
  let dataDir: string

  const send = (to: TestMailbox, subject: string, more = {}) =>
    deliver(product.server.db, [
      newMail(to, {
        subject,
        receivedAt: new Date().toISOString(),
        from: { name: 'Carol', email: 'carol@example.net' },
        ...more,
      }),
    ])

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'app-'))
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    ada = await createMember(product.server, { name: 'Ada Lovelace' })
    bob = await createMember(product.server, { name: 'Bob Stone' })
    mailbox = await createTestMailbox(product.server.db, ada.id)
    const other = await createTestMailbox(product.server.db, bob.id)
    await send(mailbox, 'For Ada')
    await send(mailbox, 'Also for Ada')
    await send(mailbox, 'With HTML', { bodyHtml: '<p>Hello</p>' })
    await send(other, 'For Bob')
  })
  afterAll(async () => {
    await product?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('says that the service is away, loses nothing that was typed, and goes on by itself', async () => {
    const environment = {
      DATABASE_URL: product.server.databaseUrl,
      PORT: String(await freePort()),
      MAILWRIGHT_WEB_APP: 'on',
      MAILWRIGHT_ROLES: 'api',
      MAILWRIGHT_DATA_DIR: dataDir,
      MAILWRIGHT_UNDO_SECONDS: '60',
      MAILWRIGHT_LOG_LEVEL: 'silent',
    }
    let service = await startChildServer(environment)
    const visit = await product.visit()
    const { page, context } = visit
    await context.addCookies([{ name: 'mailwright_session', value: ada.sessionToken, url: service.url }])
    await page.goto(`${service.url}/mail/inbox`)
    await page.getByRole('link', { name: 'Also for Ada' }).click()
    await page.getByRole('heading', { name: 'Also for Ada' }).waitFor()
    await page.keyboard.press('r')
    const text = page.getByRole('textbox', { name: 'Message', exact: true })
    await text.waitFor()
    const focused = () =>
      page.evaluate<string | null>("document.activeElement && document.activeElement.getAttribute('role')")
    await expect.poll(focused).toBe('textbox')
    await page.keyboard.type('Before the fall, ')

    await service.kill()
    await page.getByText('No connection to the service.').waitFor()
    await text.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('and during it.')
    await checkPage(page, 'away')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Not sent:').waitFor()
    expect(await text.innerText()).toContain('Before the fall, and during it.')
    await send(mailbox, 'While it was away')

    service = await startChildServer(environment)
    await page.getByText('No connection to the service.').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'While it was away' }).waitFor()
    await text.press('Control+Enter')
    await page.getByText('Sending…').waitFor()
    const sent = async () =>
      (await ada.session('GET', '/api/v1/sending/journal')).body.items.map(
        ({ subject }: { subject: string }) => subject,
      )
    await expect.poll(sent).toEqual(['Re: Also for Ada'])
    await leave(visit)
    await service.kill()
  })

  it('shows what changed after the first reading, before the channel was open', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    const changed = Promise.withResolvers<void>()
    await page.routeWebSocket(/realtime/, async (socket) => {
      await changed.promise
      socket.connectToServer()
    })
    await page.goto('/mail/inbox')
    await page.getByText('Also for Ada').waitFor()
    await send(mailbox, 'In between')
    changed.resolve()
    await page.getByText('In between').waitFor()
    await leave(visit)
  })

  it('keeps the windows of two members apart, and those of one together', async () => {
    const own = await product.visit(ada)
    const other = await product.visit(bob)
    const [first, second, theirs] = [own.page, await own.context.newPage(), other.page]
    for (const page of [first, second, theirs]) await page.goto('/mail/inbox')
    for (const page of [first, second]) await page.getByRole('link', { name: 'Also for Ada' }).waitFor()
    await theirs.getByRole('link', { name: 'For Bob' }).waitFor()
    expect(await theirs.getByRole('link', { name: 'Ada' }).count()).toBe(0)
    // Acts at the same moment reach their own member's windows, and no other.
    await first.getByRole('link', { name: 'Also for Ada' }).click()
    await theirs.getByRole('link', { name: 'For Bob' }).click()
    await theirs.getByRole('heading', { name: 'For Bob' }).waitFor()
    await first.getByRole('heading', { name: 'Also for Ada' }).waitFor()
    await Promise.all([first.keyboard.press('e'), theirs.keyboard.press('s')])
    await second.getByRole('link', { name: 'Also for Ada' }).waitFor({ state: 'detached' })
    const starred = async (member: TestMember) =>
      (await member.session('GET', '/api/v1/threads?folder=starred')).body.threads.length
    await expect.poll(() => starred(bob)).toBe(1)
    expect(await starred(ada)).toBe(0)
    // What one window writes, the other one of the member finds, and nobody else.
    await first.keyboard.press('c')
    await first.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    await first.getByLabel('Subject').fill('A thought')
    await first.keyboard.press('Escape')
    await second.getByTitle('Unsent drafts').waitFor()
    expect(await theirs.getByTitle('Unsent drafts').count()).toBe(0)
    await leave(own)
    await leave(other)
  })

  it('shows every attack on filters in its frame, and none acts without a filter', async () => {
    const visit = await product.visit(ada)
    const { page, context } = visit
    const outside: string[] = []
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await context.route(
      (url) => !url.href.startsWith(product.server.url),
      (route) => {
        outside.push(route.request().url())
        return route.abort()
      },
    )
    await page.goto('/mail/inbox')
    await page.getByRole('link', { name: 'With HTML' }).click()
    await page.frameLocator('.mail-frame').getByText('Hello').waitFor()
    const before = page.url()
    const vectors = [
      ...attacks,
      '<script>top.ran = true</script>',
      '<img src=x onerror="top.ran = true">',
      '<svg><script>top.ran = true</script></svg>',
      '<iframe srcdoc="<script>top.ran = true</script>"></iframe>',
      '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
      '<form action="https://evil.example/"><button>x</button></form>',
    ]
    // As the reader fills the frame, with what the service would never answer; then its forms are sent.
    await page.evaluate(
      `(async (vectors) => {
        const page = document.querySelector('.mail-frame').contentDocument
        for (const vector of vectors) {
          page.body.innerHTML = vector
          for (const script of page.querySelectorAll('script')) {
            const copy = page.createElement('script')
            copy.textContent = script.textContent
            page.body.append(copy)
          }
          for (const element of page.querySelectorAll('form button')) element.click()
          await new Promise((resolve) => setTimeout(resolve))
        }
      })(${JSON.stringify(vectors)})`,
    )
    expect(await page.evaluate('window.ran')).toBe(undefined)
    expect([dialogs, outside, page.url()]).toEqual([[], [], before])
    expect(context.pages()).toHaveLength(1)
    // The policy reports what it has stopped.
    visit.faults.length = 0
    await leave(visit)
  })

  it('opens a menu whose code and font arrive while its button is pressed', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/base-menu|woff2/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/workflows')
    const code = page.waitForResponse(/base-menu/)
    await page.getByRole('button', { name: 'Actions for Workflows' }).hover()
    await page.mouse.down()
    release()
    await (await code).finished()
    await page.evaluate('document.fonts.ready.then(() => {})')
    // Enough for the code to run and the page to be drawn.
    await page.waitForTimeout(1_000)
    await page.mouse.up()
    await page.getByRole('menuitem', { name: 'Import a file' }).waitFor()
    await page.unrouteAll()
    await leave(visit)
  })
})
