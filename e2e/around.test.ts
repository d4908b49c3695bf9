import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../server/src/platform/db/sql.ts'
import { newId } from '../server/src/platform/ids/ids.ts'
import { createMember, createSession, password, type TestMember } from '../server/test/factories.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('around the mail', () => {
  let product: Product
  let ada: TestMember

  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    ada = await createMember(product.server, { name: 'Ada Lovelace', email: 'ada@example.com' })
  })
  afterAll(() => product?.close())

  const notice = (kind: string, severity: string, params: object, link: string | null = null) =>
    product.server.db.run(sql`
      insert into notifications (id, member_id, severity, kind, params, link)
      values (${newId()}, ${ada.id}, ${severity}, ${kind}, ${JSON.stringify(params)}, ${link})`)

  const incident = (workflowId: string, summary: string) =>
    product.server.db.run(sql`
      insert into incidents (id, member_id, execution_id, workflow_id, workflow_name, mailbox_id, failed_at,
        error_summary, node_id, node_name)
      values (${newId()}, ${ada.id}, ${newId()}, ${workflowId}, 'Invoices', null, now(), ${summary}, 'book',
        'Hand to accounting')`)

  it('shows notifications by need, opens, archives and reads them by keyboard', async () => {
    await notice('mailbox.recovered', 'info', { mailboxId: newId(), address: 'ada@example.com' })
    await notice(
      'api_key.created',
      'warning',
      { keyId: newId(), name: 'Robot', prefix: 'mw_12345' },
      '/account/api-keys',
    )
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/account/profile')
    await page.getByRole('link', { name: /Notifications.*2 unread/ }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.getByText('API key “Robot” was created').waitFor()
    await page
      .getByRole('region', { name: 'For information' })
      .getByText('ada@example.com works again')
      .waitFor()
    await checkPage(page, 'notifications', ['classic', 'meridian', 'atelier'])
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account/api-keys')
    await page.getByRole('link', { name: /Notifications.*1 unread/ }).waitFor()
    await page.goBack()
    await needs.waitFor({ state: 'detached' })
    // Another window of the same member reads everything; the badge here follows.
    await ada.session('POST', '/api/v1/notifications/read')
    await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByText('Notification archived.').waitFor()
    expect((await ada.session('GET', '/api/v1/notifications')).body.items).toHaveLength(1)
    await page.getByRole('button', { name: 'Unread' }).click()
    await page.getByText('Everything is read').waitFor()
    await checkPage(page, 'notifications-empty', ['classic'], ['light'])
    // Drafts and approvals have addresses of their own, and are decided on the desk.
    await page.goto(`/approvals/${newId()}`)
    await page.waitForURL('**/desk**')
    await page.getByText('Nothing waits for you').waitFor()
    await leave(visit)
  })

  it('groups incidents by cause and acknowledges them together', async () => {
    const workflow = newId()
    for (let run = 0; run < 3; run += 1) await incident(workflow, 'Accounting answered 503.')
    await incident(newId(), 'No such table.')
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/notifications?view=incidents')
    await page.getByText('Invoices: 3 runs failed with the same error').waitFor()
    await page.getByText('Step “Hand to accounting”. No such table.').waitFor()
    await checkPage(page, 'incidents')
    await page.getByRole('button', { name: 'Acknowledge all 3' }).click()
    await page.getByText('3 runs failed').waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Show acknowledged' }).click()
    await page.getByText('3 runs failed').waitFor()
    await leave(visit)
  })

  it('chooses the kinds and the daily summary', async () => {
    const visit = await product.visit(ada, { timezoneId: 'Europe/Paris' })
    const { page } = visit
    await page.goto('/account/notifications')
    await page.getByRole('switch', { name: 'A mailbox works again' }).click()
    await page.getByRole('switch', { name: 'Send a daily summary' }).click()
    await page.getByText('Europe/Paris').waitFor()
    await checkPage(page, 'notification-settings')
    await page.getByLabel('At', { exact: true }).selectOption('7')
    const stored = async () => (await ada.session('GET', '/api/v1/notifications/preferences')).body
    await expect.poll(stored).toMatchObject({
      muted: ['mailbox.recovered'],
      digest: { enabled: true, hour: 7, timeZone: 'Europe/Paris' },
    })
    expect(await page.getByRole('switch', { name: 'Sign-in from a new browser' }).isDisabled()).toBe(true)
    await leave(visit)
  })

  it('changes name, look and language, and shows the settings on a phone as a list', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/account')
    await page.getByLabel('Your name').fill('Ada King')
    await checkPage(page, 'profile')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your name is changed.').waitFor()
    await page.getByText('Ada King').first().waitFor()

    await page.getByRole('link', { name: 'Look and language' }).click()
    await page.getByRole('radio', { name: 'Atelier' }).check()
    const theme = () => page.evaluate('document.documentElement.dataset.theme')
    await expect.poll(theme).toBe('atelier')
    await checkPage(page, 'appearance', ['classic', 'meridian', 'atelier'])
    await page.getByRole('button', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'Apparence et langue' }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Look and language' }).waitFor()
    await page.getByRole('radio', { name: 'Classic' }).check()
    await expect
      .poll(async () => (await ada.session('GET', '/api/v1/me')).body.settings)
      .toMatchObject({ themeName: 'classic', locale: 'en' })

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Password' }).click()
    await page.getByRole('heading', { name: 'Password', level: 1 }).waitFor()
    await leave(visit)
  })

  it('ends other sessions and changes the password', async () => {
    const other = await createSession(product.server.db, ada.id)
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/account/sessions')
    await page.getByText('This browser').waitFor()
    await checkPage(page, 'sessions')
    await page.getByRole('button', { name: /^End the session/ }).click()
    await page.getByText('The session has ended.').waitFor()
    const left = await product.server.db.rows(sql`select id from sessions where id = ${other.id}`)
    expect(left).toEqual([])

    await page.getByRole('link', { name: 'Password' }).click()
    await page.getByLabel('Current password').fill('not my password')
    await page.getByLabel('New password').fill('another long phrase of mine')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page, 'password', ['classic'], ['light'])
    await page.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed.').waitFor()
    await leave(visit)
  })

  it('creates an API key that works, shown once, and revokes it', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/account/api-keys')
    await page.getByText('No API keys').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Night report')
    await page.getByLabel('Access to Contacts').selectOption('read')
    await page.getByLabel('Access to Tables').selectOption('all')
    expect(await page.getByLabel('Access to Administration').count()).toBe(0)
    await checkPage(page, 'api-key-create', ['classic'], ['light'])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const token = await page.getByLabel('Your key').inputValue()
    await checkPage(page, 'api-key-once', ['classic'], ['light'])
    const call = (path: string) =>
      fetch(`${product.server.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    expect([(await call('/api/v1/contacts')).status, (await call('/api/v1/mailboxes')).status]).toEqual([
      200, 403,
    ])
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('contacts:read').waitFor()
    expect(await page.getByText(token).count()).toBe(0)
    await checkPage(page, 'api-keys')
    await page.getByRole('button', { name: 'Revoke Night report' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('“Night report” is revoked.').waitFor()
    expect((await call('/api/v1/contacts')).status).toBe(401)
    await leave(visit)
  })

  it('keeps excluded senders and the order of workflows', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/account/excluded-senders')
    await page.getByRole('radio', { name: /^Only these/ }).check()
    await page.getByText('The list is empty').waitFor()
    await checkPage(page, 'excluded-senders')
    await page.getByLabel('Addresses').fill('Boss@Example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It applies to new mail.').waitFor()
    expect((await ada.session('GET', '/api/v1/scope')).body.scope).toEqual({
      mode: 'include',
      domains: [],
      emails: ['boss@example.com'],
    })
    await page.getByRole('link', { name: 'Order of workflows' }).click()
    await page.getByRole('radio', { name: /^Run only/ }).check()
    await expect
      .poll(async () => (await ada.session('GET', '/api/v1/dispatch-policy')).body.policy.mode)
      .toBe('priority')
    await checkPage(page, 'workflow-order', ['classic'], ['light'])
    await leave(visit)
  })

  it('speaks French', async () => {
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    await notice('mailbox.error', 'error', {
      mailboxId: newId(),
      address: 'ada@example.com',
      kind: 'auth_failed',
    })
    const visit = await product.visit(ada, { locale: 'fr-FR' })
    const { page } = visit
    for (const [path, heading] of [
      ['/notifications', 'Notifications'],
      ['/account/notifications', 'Notifications'],
      ['/account/profile', 'Profil'],
      ['/account/appearance', 'Apparence et langue'],
      ['/account/password', 'Mot de passe'],
      ['/account/sessions', 'Sessions'],
      ['/account/api-keys', 'Clés API'],
      ['/account/excluded-senders', 'Expéditeurs exclus'],
      ['/account/workflow-order', 'Ordre des workflows'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Chargement' }).waitFor({ state: 'detached' })
      await checkPage(page, `fr${path.replaceAll('/', '-')}`, ['classic'], ['light'])
    }
    await leave(visit)
  })
})
