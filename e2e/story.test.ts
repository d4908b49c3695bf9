import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { describeWithMail } from '../server/test/mail/available.ts'
import { type Dovecot, startDovecot } from '../server/test/mail/dovecot.ts'
import { type Exim, startExim } from '../server/test/mail/exim.ts'
import { mailWithAttachments, plainMail } from '../server/test/mail/messages.ts'
import { type ModelServer, startModelServer } from '../server/test/model-server/model-server.ts'
import type { ModelReply, ModelRequest } from '../server/test/model-server/types.ts'
import { describeWithBrowser } from './support/browser.ts'
import { checkPage } from './support/check-page.ts'
import { leave, openProduct, type Product } from './support/product.ts'

// A folder whose change was not announced is polled after a minute.
const eventually = { timeout: 120_000, interval: 200 }

describeWithBrowser('a workflow from nothing to its effects', () => {
  describeWithMail('on real mail servers', () => {
    let product: Product
    let ada: TestMember
    let dovecot: Dovecot
    let exim: Exim

    let model: ModelServer
    /** What the model proposes when it is asked for a workflow. */
    let proposed = {}

    function assist({ messages }: ModelRequest): ModelReply {
      const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
      if (turn.some(({ role }) => role === 'tool')) return { text: 'This books the bills.' }
      return { toolCalls: [{ name: 'propose', arguments: proposed }] }
    }

    const invoice = (number: number, total: number, word = 'Invoice') =>
      plainMail({
        seed: number,
        subject: `${word} ${number}`,
        from: 'Bob Martin <bob@mail.test>',
        date: new Date(),
        text: `Hello,\r\n\r\nplease find the invoice below.\r\n\r\nTotal: ${total} EUR`,
      })

    beforeAll(async () => {
      dovecot = await startDovecot({ users: ['ada', 'bob'] })
      exim = await startExim({ dovecot, users: ['ada', 'bob'] })
      model = await startModelServer({ rules: [{ when: { tool: 'propose' }, reply: assist }] })
      const servers = [dovecot.imapPort, exim.smtpPort].map((port) => `localhost:${port}`)
      const allow = [...servers, model.allow].join(',')
      product = await openProduct(
        { MAILWRIGHT_OUTBOUND_ALLOW: allow, MAILWRIGHT_UNDO_SECONDS: '0' },
        { mail: {} },
      )
      ada = await createMember(product.server, { role: 'admin', name: 'Ada Lovelace' })
      await dovecot.deliver('ada', [
        invoice(41, 80),
        plainMail({ seed: 2, subject: 'Lunch?', date: new Date() }),
      ])
      const body = {
        ...dovecot.user('ada'),
        allowInvalidCertificate: true,
        imapHost: 'localhost',
        smtpHost: 'localhost',
        imapPort: dovecot.imapPort,
        imapSecure: false,
        smtpPort: exim.smtpPort,
        smtpSecure: false,
      }
      const { status, text } = await ada.session('POST', '/api/v1/mailboxes/imap', { body })
      expect(status, text).toBe(201)
      const columns = [
        { key: 'number', label: 'Number', type: 'text' },
        { key: 'amount', label: 'Amount', type: 'number' },
      ]
      const made = await ada.session('POST', '/api/v1/tables', { body: { name: 'Invoices', columns } })
      expect(made.status, made.text).toBe(201)
      const stored = async () => (await ada.session('GET', '/api/v1/messages?limit=10')).body.messages?.length
      await vi.waitFor(async () => expect(await stored()).toBe(2), eventually)
    })
    afterAll(async () => {
      await product?.close()
      await model?.close()
      await exim?.stop()
      await dovecot?.stop()
    })

    const received = (name: string, subject: string) =>
      ['new', 'cur'].flatMap((part) => {
        const path = join(dovecot.maildir(name), part)
        try {
          return readdirSync(path)
            .map((file) => readFileSync(join(path, file), 'utf8'))
            .filter((mail) => mail.includes(`Subject: ${subject}`))
        } catch {
          return []
        }
      })
    const rows = async () =>
      (await ada.session('GET', '/api/v1/tables/invoices/rows')).body.rows.map(
        ({ values }: { values: object }) => values,
      )
    const step = (page: Page, name: RegExp) =>
      page.locator('.st-node').and(page.getByRole('button', { name }))
    const saved = (page: Page) =>
      page
        .getByRole('status')
        .filter({ hasText: /^Saved(, not live yet)?$/ })
        .waitFor()
    const publish = async (page: Page) => {
      await saved(page)
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Live, version 1').waitFor()
    }
    const approve = async (page: Page, question: string) => {
      await page.goto('/desk')
      const card = page.getByRole('region', { name: 'Decision' })
      await card.getByText(question).waitFor()
      await card.getByRole('button', { name: 'Approve' }).click()
    }

    /** The workflow, step by step; each is added after the one that is chosen. */
    async function build(page: Page) {
      const types = page.getByRole('region', { name: 'Steps to add' })
      const add = async (name: string) => {
        await types.getByRole('button', { name, exact: true }).click()
        await step(page, new RegExp(`^${name}`)).waitFor()
      }
      const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
      await add('Message received')
      await page.getByRole('button', { name: 'Add to “Conditions”' }).click()
      await page.getByLabel('Field').selectOption({ label: 'Subject' })
      await page.getByLabel('Operator').selectOption({ label: 'contains' })
      await fill('Value', 'invoice')
      await page.getByText('Would have run once in the last 30 days').waitFor()
      await add('Set fields')
      await page.getByRole('button', { name: 'Add to “Fields”' }).click()
      await fill('Name', 'amount')
      await fill('Value', '{{ extract(message.text, "Total: (\\d+)") | toNumber }}')
      await page.getByText('80', { exact: true }).waitFor()
      await add('If')
      await page.getByRole('button', { name: 'Add to “Conditions”' }).click()
      await page.getByLabel('Type of value').selectOption({ label: 'number' })
      await fill('Value', '{{ steps.set.data.amount }}')
      await page.getByLabel('Operator').selectOption({ label: '>' })
      await fill('Compare with', '1000')
      await add('Ask for approval')
      await fill('Question', 'Pay {{ steps.set.data.amount }} euros?')
      await add('Add a row')
      await page.getByLabel('Table').selectOption({ label: 'Invoices' })
      const column = async (label: string, text: string) => {
        await page.getByLabel('Column').selectOption({ label })
        await fill(label, text)
      }
      await column('Number', '{{ extract(message.subject, "\\d+", 0) }}')
      await column('Amount', '{{ steps.set.data.amount }}')
      await add('Reply')
      await fill('Text', 'Thank you, invoice {{ extract(message.subject, "\\d+", 0) }} is booked.')
      // Small invoices need no approval.
      await step(page, /^If/).click()
      await page.keyboard.press('c')
      await page.getByRole('option', { name: 'no', exact: true }).click()
      await page.getByRole('option', { name: /^Add a row/ }).click()
    }

    it('books invoices from mail, with an approval over 1,000 and an answer', async () => {
      const visit = await product.visit(ada)
      const { page } = visit
      await page.goto('/workflows')
      await page.getByRole('main').getByRole('button', { name: 'New workflow' }).last().click()
      await page.getByRole('heading', { name: 'What should start it?' }).waitFor()
      await page.getByLabel('Name of the workflow').fill('Invoices')
      await page.getByLabel('Name of the workflow').press('Enter')
      await build(page)
      await saved(page)

      await page.keyboard.press('Control+Enter')
      const drawer = page.getByRole('region', { name: 'Test', exact: true })
      await drawer.getByLabel('Mail', { exact: true }).selectOption({ label: 'Invoice 41 · Bob Martin' })
      await drawer.getByRole('button', { name: 'Run the test' }).click()
      await drawer.getByText('Nothing was sent or changed.').waitFor()
      await step(page, /^Reply .*bob@mail\.test/).waitFor()
      await checkPage(page, 'story-simulated')
      await drawer.getByRole('button', { name: 'Close the test' }).click()
      expect(await rows()).toEqual([])
      await publish(page)

      await dovecot.deliver('ada', [invoice(42, 1480), invoice(43, 60)])
      await expect.poll(rows, eventually).toEqual([{ number: '43', amount: 60 }])
      await approve(page, 'Pay 1480 euros?')
      await expect.poll(async () => (await rows()).length, eventually).toBe(2)
      await expect.poll(() => received('bob', 'Re: Invoice 42').length, eventually).toBe(1)
      expect(received('bob', 'Re: Invoice 42')[0]).toContain('Thank you, invoice 42 is booked.')

      await page.goto('/tables/invoices')
      await page.getByRole('grid', { name: 'Invoices' }).getByText('1,480').waitFor()
      await page.goto('/runs')
      const runs = page.getByRole('list', { name: 'List of runs' }).getByRole('listitem')
      await runs.filter({ hasText: 'Invoice 42' }).getByText('Succeeded').waitFor()
      await runs.filter({ hasText: 'Invoice 42' }).getByRole('link').first().click()
      await page.getByText('Approval requested: Pay 1480 euros?').waitFor()
      await page.goto('/sending')
      await page.getByText('Re: Invoice 42').first().waitFor()
      await page.goto('/dashboard')
      await page.getByRole('main').getByText('Invoices').first().waitFor()
      await leave(visit)
    })

    it('does the same from a template', async () => {
      const visit = await product.visit(ada)
      const { page } = visit
      await page.goto('/templates')
      await page.getByRole('link', { name: /^Approve invoices before payment/ }).click()
      const pane = page.getByRole('complementary', { name: 'Approve invoices before payment' })
      await pane.getByLabel('To (Forward to payments)').fill('bob@mail.test')
      await pane.getByRole('button', { name: 'Install as a draft' }).click()
      await step(page, /^Forward to payments/).waitFor()
      await publish(page)
      const attachments = [
        { name: 'invoice-7.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4') },
      ]
      const from = 'Carol <carol@mail.test>'
      await dovecot.deliver(
        'ada',
        mailWithAttachments({ seed: 7, subject: 'Your order', from, date: new Date(), attachments }),
      )
      await approve(page, 'Pay the invoice from Carol?')
      await expect.poll(() => received('bob', 'Fwd: Your order').length, eventually).toBe(1)
      await leave(visit)
    })

    it('does the same from a proposal of the assistant', async () => {
      const connection = {
        provider: 'openai_compatible',
        label: 'Scripted',
        baseUrl: model.baseUrl('openai_compatible'),
        withoutApiKey: true,
        enabledModels: ['scripted-large'],
      }
      const connected = await ada.session('POST', '/api/v1/admin/llm/connections', { body: connection })
      expect(connected.status, connected.text).toBe(201)
      const { workflows } = (await ada.session('GET', '/api/v1/workflows')).body
      const { id } = workflows.find(({ name }: { name: string }) => name === 'Invoices')
      const { graph } = (await ada.session('GET', `/api/v1/workflows/${id}`)).body
      proposed = {
        name: 'Bills',
        summary: 'Books bills, after an approval over 1,000, and answers.',
        graph: JSON.parse(JSON.stringify(graph).replaceAll('"invoice"', '"bill"')),
      }
      await dovecot.deliver('ada', invoice(50, 90, 'Bill'))

      const visit = await product.visit(ada)
      const { page } = visit
      await page.goto('/mail/inbox')
      await page.getByRole('link', { name: /Bill 50/ }).click({ timeout: eventually.timeout })
      await page.getByRole('heading', { name: 'Bill 50' }).waitFor()
      await page.keyboard.press('Control+j')
      const panel = page.getByRole('complementary', { name: 'Assistant' })
      await panel.getByLabel('Ask the assistant').fill('Book mails like this one.')
      await page.keyboard.press('Enter')
      const proposal = panel.getByRole('region', { name: 'Proposal' })
      await proposal.getByRole('button', { name: 'Show on the canvas' }).click()
      const drawn = page.getByRole('dialog', { name: 'New workflow: Bills' })
      await drawn.locator('.df-node[data-mark="added"]', { hasText: 'Ask for approval' }).waitFor()
      await drawn.getByRole('button', { name: 'Accept' }).click()
      await proposal.getByText('Accepted, saved as a draft').waitFor()
      await proposal.getByRole('button', { name: 'Open' }).click()
      await step(page, /^Reply/).waitFor()
      await panel.getByRole('button', { name: 'Close the assistant' }).click()

      await page.keyboard.press('Control+Enter')
      const drawer = page.getByRole('region', { name: 'Test', exact: true })
      await drawer.getByLabel('Mail', { exact: true }).selectOption({ label: 'Bill 50 · Bob Martin' })
      await drawer.getByRole('button', { name: 'Run the test' }).click()
      await step(page, /^Reply .*bob@mail\.test/).waitFor()
      await drawer.getByRole('button', { name: 'Close the test' }).click()
      await publish(page)

      await dovecot.deliver('ada', invoice(51, 1300, 'Bill'))
      await approve(page, 'Pay 1300 euros?')
      await expect.poll(rows, eventually).toContainEqual({ number: '51', amount: 1300 })
      await expect.poll(() => received('bob', 'Re: Bill 51').length, eventually).toBe(1)
      await leave(visit)
    })
  })
})
