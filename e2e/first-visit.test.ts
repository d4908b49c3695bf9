import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, password, type TestMember } from '../server/test/factories.ts'
import { describeWithMail } from '../server/test/mail/available.ts'
import { type Dovecot, startDovecot } from '../server/test/mail/dovecot.ts'
import { type Exim, startExim } from '../server/test/mail/exim.ts'
import { mailWithAttachments, plainMail } from '../server/test/mail/messages.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { hostilePdf } from './support/hostile-pdf.ts'
import { leave, openProduct, type Product } from './support/product.ts'

describeWithBrowser('the first visit', () => {
  let product: Product
  let ada: TestMember
  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' }, { mail: {} })
  })
  afterAll(() => product?.close())

  describeWithMail('with a mailbox', () => {
    let dovecot: Dovecot
    let exim: Exim
    beforeAll(async () => {
      dovecot = await startDovecot({ users: ['ada'] })
      exim = await startExim({ dovecot, users: ['ada'] })
      await dovecot.deliver('ada', [
        plainMail({ seed: 1, subject: 'Wholesale terms', from: 'Marcus Ohlsson <marcus@nordform.example>' }),
        plainMail({ seed: 2, subject: 'Order 20418', from: 'Hélène Aubry <helene@courriel.example>' }),
      ])
    })
    afterAll(async () => {
      await exim?.stop()
      await dovecot?.stop()
    })

    const fillServers = async (page: Page) => {
      const user = dovecot.user('ada')
      await page.getByLabel('IMAP server').fill(dovecot.host)
      await page.getByLabel('Port').first().fill(String(dovecot.imapsPort))
      await page.getByLabel('SMTP server').fill(exim.host)
      await page.getByLabel('Port').last().fill(String(exim.smtpsPort))
      await page.getByLabel('User name').fill(user.username)
    }

    it('leads from the set-up link to the first mail', async () => {
      const visit = await product.visit()
      const { page } = visit
      await page.goto(product.server.setupLink ?? '')
      await page.getByRole('heading', { name: 'Set up Mailwright' }).waitFor()
      await checkPage(page, 'set-up')
      await page.getByLabel('Your name').fill('Ada Lovelace')
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a quiet harbour at dusk')
      await page.getByRole('button', { name: 'Continue' }).click()

      await page.getByRole('heading', { name: 'Which mailbox shall we connect?' }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      const user = dovecot.user('ada')
      await page.getByLabel('Email address').fill(user.address)
      await page.getByLabel('Password or app password').fill('wrong')
      await page.getByText('We did not find the servers').waitFor()
      await fillServers(page)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      // The certificate of the server is its own.
      await page.getByRole('alert').getByText('secure connection').waitFor()
      await checkPage(page, 'connect')
      await page.getByLabel('Accept a certificate').check()
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('alert').getByText('rejected the user name or password').waitFor()
      await page.getByLabel('Password or app password').fill(user.password)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()

      await page.getByRole('heading', { name: 'All your mail is here.' }).waitFor()
      await page.getByRole('link', { name: 'Order 20418' }).waitFor()
      await checkPage(page, 'progress')
      await page.keyboard.press('g')
      await page.keyboard.press('i')
      await page.getByRole('link', { name: 'Wholesale terms' }).click()
      await page.getByRole('heading', { name: 'Wholesale terms' }).waitFor()

      // New mail appears by itself, and moves nothing that is read.
      await dovecot.deliver('ada', plainMail({ seed: 3, subject: 'Something new' }))
      await page.getByRole('link', { name: 'Something new' }).waitFor()
      await page.getByRole('heading', { name: 'Wholesale terms' }).waitFor()
      await leave(visit)
    })

    it('shows the pages of a PDF, and runs nothing that is in it', async () => {
      const pdf = (name: string, content: Buffer) => ({ name, type: 'application/pdf', content })
      const attachments = [
        pdf('offer.pdf', hostilePdf(['Offer 2041', 'Terms of delivery'])),
        pdf('broken.pdf', Buffer.from('%PDF-1.7 and no more')),
      ]
      await dovecot.deliver('ada', mailWithAttachments({ seed: 4, subject: 'Our offer', attachments }))
      const visit = await product.visit()
      const { page } = visit
      await page.goto('/mail/inbox')
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a quiet harbour at dusk')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Our offer' }).click()
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).origin))
      await page.getByRole('button', { name: 'offer.pdf' }).click()
      const preview = page.getByRole('dialog', { name: 'offer.pdf' })
      await preview.getByText('2 pages').waitFor()
      await preview.getByText('Terms of delivery').waitFor({ state: 'attached' })
      const inked = (label: string) =>
        preview.getByRole('img', { name: label }).evaluate((element) => {
          const canvas = element as unknown as {
            width: number
            height: number
            getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } }
          }
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          return data.some((value, at) => at % 4 === 0 && value < 100)
        })
      expect([await inked('Page 1 of 2'), await inked('Page 2 of 2')]).toEqual([true, true])
      await checkPage(page, 'pdf-preview')
      expect(await page.evaluate('window.ran')).toBe(undefined)
      expect(new Set(requests)).toEqual(new Set([product.server.url]))
      expect(visit.context.pages()).toHaveLength(1)
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'broken.pdf' }).click()
      await page.getByText('This file cannot be shown here.').waitFor()
      await leave(visit)
    })
  })

  it('refuses a wrong password and goes on to the page that was asked for', async () => {
    ada = await createMember(product.server)
    const visit = await product.visit()
    const { page } = visit
    await page.goto('/mail/archive')
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page, 'sign-in', ['classic', 'meridian', 'atelier'])
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mail/archive')
    await page.getByText('Connect your first mailbox').waitFor()
    await leave(visit)
  })

  it('returns to the approval link that asked to sign in, and to no other address', async () => {
    const visit = await product.visit()
    const { page } = visit
    const link = '/api/v1/approvals/t/abc-def/approve'
    await page.goto(`/sign-in?next=//evil.example#${link}`)
    await page.getByLabel('Email address').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${link}`)
    await leave(visit)
  })

  it('accepts an invitation, in French', async () => {
    const admin = await createMember(product.server, { role: 'admin' })
    const { body } = await admin.session('POST', '/api/v1/admin/members/invitations', {
      body: { email: 'zoe@example.com', role: 'member' },
    })
    const visit = await product.visit(undefined, { locale: 'fr-FR' })
    const { page } = visit
    const { pathname, search } = new URL(body.acceptUrl)
    await page.goto(pathname + search)
    await page.getByRole('heading', { name: 'Bienvenue chez Mailwright' }).waitFor()
    await checkPage(page, 'invitation-fr')
    await page.getByLabel('Votre nom').fill('Zoé')
    await page.getByLabel('Mot de passe', { exact: true }).fill('un matin de brume sur le port')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByRole('heading', { name: 'Quelle boîte mail voulez-vous connecter ?' }).waitFor()
    await leave(visit)
  })

  it('ends on the sign-in page when the session ends elsewhere', async () => {
    const member = await createMember(product.server)
    const visit = await product.visit(member)
    const { page } = visit
    await page.goto('/mail/inbox')
    await page.getByText('Connect your first mailbox').waitFor()
    await member.session('POST', '/api/v1/auth/logout')
    // The channel tells the window, without a click.
    await page.waitForURL('**/sign-in?**')
    await leave(visit)
  })
})
