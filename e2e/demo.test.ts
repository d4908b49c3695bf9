import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '../demo/company/people.ts'
import { eventually } from '../demo/member.ts'
import { type Demo, startDemo } from '../demo/start-demo.ts'
import { describeWithBrowser, openBrowser } from './support/browser.ts'

describe('the demonstration', () => {
  let demo: Demo
  beforeAll(async () => {
    demo = await startDemo({ arrivalSeconds: 0 })
  })
  afterAll(() => demo?.stop())

  it('has mail, drafts, approvals, runs, tables, reports and figures', async () => {
    const { ada, camille, jonas, mailboxes, classifier } = demo.company
    const { threads } = await ada.call('GET', '/threads?q=in:inbox')
    expect(threads.length).toBeGreaterThan(20)
    const { threads: french } = await camille.call('GET', '/threads?q=showroom')
    expect(french[0].subject).toContain('Rendez-vous au showroom')

    const { items } = await ada.call('GET', '/review')
    expect(items[0]).toMatchObject({ workflowName: 'Answer customers', reviewStatus: 'pending' })
    const { approvals } = await ada.call('GET', '/approvals')
    expect(approvals[0].title).toMatch(/^Pay [\d.]+ EUR to /)

    const statuses = async () => {
      const { executions } = await ada.call('GET', '/executions?limit=100')
      return new Set(executions.map(({ status }: { status: string }) => status))
    }
    await eventually('a failed run', async () => (await statuses()).has('failed'))
    expect(await statuses()).toContain('succeeded')

    await eventually('a row for an invoice', async () => {
      const { total } = await jonas.call('GET', '/tables/invoices/rows')
      return total > 0
    })
    await eventually('the report', async () => {
      const { report } = await ada.call('GET', `/mailboxes/${mailboxes.support}/analyzer/report`)
      return (
        report.status === 'done' &&
        report.body.groups.some(({ verdict }: { verdict: string }) => verdict === 'proposed')
      )
    })
    await eventually('the evaluation', async () => {
      const { runs } = await ada.call('GET', `/workflows/${classifier}/nodes/sort/eval-runs`)
      return runs[0]?.status === 'succeeded'
    })
    await eventually('a proposal of the assistant', async () => {
      const { conversations } = await ada.call('GET', '/assistant/conversations')
      const { proposals } = await ada.call('GET', `/assistant/conversations/${conversations[0].id}`)
      return proposals[0]?.status === 'proposed'
    })
    const { current } = await ada.call('GET', '/dashboard/executions?scope=org&period=24h')
    expect(current.total).toBeGreaterThan(20)
  })

  it('serves attachments from its mail servers', async () => {
    const { jonas } = demo.company
    const { messages } = await jonas.call('GET', '/messages?q=has:attachment')
    const response = await fetch(`${demo.url}/api/v1/messages/${messages[0].id}/attachments/0`, {
      headers: { cookie: `mailwright_session=${jonas.sessionToken}` },
    })
    expect(await response.text()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
  })

  describeWithBrowser('in a browser', () => {
    it('shows mail and drafts to whoever signs in with what the terminal says', async () => {
      const browser = await openBrowser()
      try {
        const page = await browser.newPage({ baseURL: demo.url, locale: 'en-GB' })
        await page.goto('/')
        await page.getByLabel('Email').fill(demo.company.ada.email)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.keyboard.press('Enter')
        await page
          .getByRole('link', { name: /^Inbox/ })
          .first()
          .waitFor()
        await page.goto('/mail/inbox?q=catalogue')
        await page
          .getByRole('link', { name: /Photos for the autumn catalogue/ })
          .first()
          .waitFor()
        await page.goto('/desk')
        await page
          .getByRole('region', { name: 'Decision' })
          .getByText(/Kind regards|Bien cordialement/)
          .first()
          .waitFor()
      } finally {
        await browser.close()
      }
    })
  })

  it('leaves nothing behind', async () => {
    const { dataFolder } = demo
    expect(existsSync(dataFolder)).toBe(true)
    await demo.stop()
    expect(existsSync(dataFolder)).toBe(false)
    await expect(fetch(demo.url)).rejects.toThrow()
  })
})
