import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { createTestMailbox } from '../server/test/mirror.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('the administration', () => {
  let product: Product
  let ada: TestMember
  let bob: TestMember

  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    ada = await createMember(product.server, { name: 'Ada Lovelace', role: 'admin' })
    bob = await createMember(product.server, { name: 'Bob Moss', email: 'bob@example.com' })
    await createTestMailbox(product.server.db, bob.id)
  })
  afterAll(() => product?.close())

  const memberNamed = async (name: string) =>
    (await ada.session('GET', '/api/v1/admin/members')).body.members.find(
      (member: { name: string }) => member.name === name,
    )

  it('changes a role and deactivates, and the member sees it at once in another window', async () => {
    const admin = await product.visit(ada)
    const member = await product.visit(bob)
    await member.page.goto('/account/profile')
    await member.page.getByRole('heading', { name: 'Profile' }).waitFor()
    expect(await member.page.getByRole('link', { name: 'Administration' }).count()).toBe(0)

    const { page } = admin
    await page.goto('/notifications')
    await page.getByText('No notifications').waitFor()
    // By keyboard: from the notifications to the members.
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.getByText('bob@example.com').waitFor()
    await checkPage(page, 'members', ['classic', 'meridian', 'atelier'])

    await page.getByLabel('Role of Bob Moss').selectOption('admin')
    await page.getByText('Bob Moss: administrator.').waitFor()
    // Bob's window: his role, the navigation and the badge follow by themselves.
    await member.page.getByRole('link', { name: 'Administration' }).waitFor()
    await member.page.getByText('You also manage members').waitFor()
    await member.page.getByRole('link', { name: /Notifications.*1 unread/ }).waitFor()
    await member.page.keyboard.press('g')
    await member.page.keyboard.press('m')
    await member.page.getByRole('heading', { name: 'Members' }).waitFor()
    // The last administrator but one may go, and the page that Bob has open closes.
    await page.getByLabel('Role of Bob Moss').selectOption('member')
    await page.getByText('Bob Moss: member.').waitFor()
    await member.page.getByText('For administrators').waitFor()
    await checkPage(member.page, 'administrators-only', ['classic'], ['light'])

    await page.getByRole('button', { name: 'Deactivate Bob Moss' }).click()
    await page.getByText('One mailbox is disconnected').waitFor()
    await checkPage(page, 'deactivate')
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByText('Bob Moss is deactivated').waitFor()
    expect((await memberNamed('Bob Moss')).status).toBe('suspended')
    await member.page.waitForURL(/\/sign-in/)

    await page.getByRole('button', { name: 'Reactivate Bob Moss' }).click()
    await page.getByText('Bob Moss can sign in again').waitFor()
    expect((await memberNamed('Bob Moss')).status).toBe('active')
    await leave(admin)
    await leave(member)
  })

  it('refuses to leave the organisation without an administrator, in plain words', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/members')
    await page.getByLabel('Role of Ada Lovelace').selectOption('member')
    await page.getByRole('button', { name: 'Give up the role' }).click()
    await page.getByText(/last active administrator/i).waitFor()
    await page.getByText('(you)').waitFor()
    await leave(visit)
  })

  it('invites with a link that another person accepts, makes a new one and withdraws it', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/invitations')
    await page.getByText('No open invitations').waitFor()
    await checkPage(page, 'invitations-empty', ['classic'], ['light'])
    await page.keyboard.press('n')
    await page.getByLabel('Email address').fill('carol@example.com')
    await page.keyboard.press('Enter')
    const link = page.getByLabel('Invitation link')
    await link.waitFor()
    await checkPage(page, 'invitation-link', ['classic'], ['light'])
    const acceptUrl = await link.inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('carol@example.com').waitFor()
    await checkPage(page, 'invitations')

    const guest = await product.visit()
    await guest.page.goto(new URL(acceptUrl).pathname + new URL(acceptUrl).search + new URL(acceptUrl).hash)
    await guest.page.getByLabel('Your name').fill('Carol Shaw')
    await guest.page.getByLabel('Password').first().fill('a long enough phrase')
    await guest.page.keyboard.press('Enter')
    await guest.page.waitForURL(/connect|mail/)
    await leave(guest)
    // It was accepted, and leaves the list by itself.
    await page.getByText('No open invitations').waitFor()

    await page.keyboard.press('n')
    await page.getByLabel('Email address').fill('carol@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Email address').fill('dave@example.com')
    await page.keyboard.press('Enter')
    await link.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('button', { name: 'Create the link' }).click()
    await link.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Withdraw the invitation of dave@example.com' }).click()
    await page.getByText('No open invitations').waitFor()
    await leave(visit)
  })

  it('excludes senders for all, and names the entries that cannot match', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/excluded-senders')
    await page.getByLabel('Domains').fill('spam.example\nnot a domain!')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Check: .*domain!/).waitFor()
    await checkPage(page, 'organisation-scope')
    await page.getByLabel('Domains').fill('spam.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It applies to new mail.').waitFor()
    expect((await ada.session('GET', '/api/v1/admin/scope')).body.scope.domains).toEqual(['spam.example'])
    await leave(visit)
  })

  it('shows the audit log in sentences, with filters and the stored entry', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/audit')
    await page.getByText('deactivated Bob Moss').waitFor()
    await checkPage(page, 'audit', ['classic', 'meridian', 'atelier'])
    await page.getByLabel('What').selectOption('invitation.created')
    await page.getByText('deactivated Bob Moss').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /invited dave@example.com/ })
      .first()
      .click()
    await page.getByText('role', { exact: true }).waitFor()
    await page.getByLabel('Who').selectOption({ label: 'Bob Moss' })
    await page.getByText('No entries').waitFor()
    await checkPage(page, 'audit-empty', ['classic'], ['light'])
    await page.getByLabel('What').selectOption('')
    await page.getByLabel('Who').selectOption('')
    await page.getByLabel('When').selectOption('7')
    await page.getByText('deactivated Bob Moss').waitFor()
    expect(new URL(page.url()).search).toBe('?days=7')
    await leave(visit)
  })

  it('turns all sending off after asking, and on again', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    const isOn = async () => (await ada.session('GET', '/api/v1/admin/sending')).body.enabled
    await page.goto('/admin/sending')
    const toggle = page.getByRole('switch', { name: 'Send mail' })
    await toggle.click()
    await checkPage(page, 'sending-switch-question', ['classic'], ['light'])
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('No mail leaves.').waitFor()
    expect(await isOn()).toBe(false)
    await checkPage(page, 'sending-switch')
    await toggle.click()
    await page.getByText('Sending is on. Held mail leaves now.').waitFor()
    expect(await isOn()).toBe(true)
    await leave(visit)
  })

  it('tries a brand before it is set', async () => {
    const visit = await product.visit(ada)
    const { page } = visit
    await page.goto('/admin/branding')
    await page.getByLabel('Name').fill('Ferrand & Lowe')
    await page.getByLabel('Colour of filled buttons', { exact: true }).fill('#7A1F2B')
    await page.getByLabel('Text on it', { exact: true }).fill('#8A2F3B')
    await page.getByText('too low').waitFor()
    await page.getByLabel('Text on it', { exact: true }).fill('#FFFFFF')
    await page.getByText('easy to read').waitFor()
    await checkPage(page, 'branding')
    expect(await page.getByLabel('For what you see above').inputValue()).toBe(
      'MAILWRIGHT_BRAND_NAME="Ferrand & Lowe"\nMAILWRIGHT_BRAND_COLOR_PRIMARY=#7A1F2B\nMAILWRIGHT_BRAND_COLOR_ON_PRIMARY=#FFFFFF',
    )
    await leave(visit)
  })

  it('speaks French', async () => {
    const visit = await product.visit(ada, { locale: 'fr-FR' })
    const { page } = visit
    await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
    for (const [path, heading] of [
      ['/admin/members', 'Membres'],
      ['/admin/invitations', 'Invitations'],
      ['/admin/excluded-senders', 'Exclus pour tous'],
      ['/admin/audit', 'Journal d’audit'],
      ['/admin/sending', 'Envoi'],
      ['/admin/branding', 'Identité visuelle'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await page.getByRole('status', { name: 'Chargement' }).waitFor({ state: 'detached' })
      await checkPage(page, `fr${path.replaceAll('/', '-')}`, ['classic'], ['light'])
    }
    await leave(visit)
  })
})
