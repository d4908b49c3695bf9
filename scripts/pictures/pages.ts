import type { Page } from 'playwright-core'
import type { SignedIn } from '../../demo/member.ts'
import type { Demo } from '../../demo/start-demo.ts'

/** A page of the product as it is shown in the demonstration. */
export type Pictured = {
  name: string
  /** Nobody: a page before signing in. */
  as: 'ada' | 'camille' | 'jonas' | null
  path(demo: Demo): string | Promise<string>
  /** What is there once the page is complete. */
  ready(page: Page): Promise<unknown>
  /** Part of README and docs, in this width. */
  shownInDocs?: 'desktop' | 'phone'
}

const threadOf = async (member: SignedIn, q: string) => {
  const { threads } = await member.call('GET', `/threads?q=${encodeURIComponent(q)}`)
  return `/mail/inbox/${threads[0].id}`
}

const ready = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()
const row = ready('.mails .mail')

/** A page that needs nothing but its address. */
const simple = (name: string, path: string, selector = '.bar h1'): Pictured => ({
  name,
  as: 'ada',
  path: () => path,
  ready: ready(selector),
})

/** The first of a list, as its page. */
const firstOf = (
  name: string,
  list: string,
  path: (item: { id: string }) => string,
  selector: string,
): Pictured => ({
  name,
  as: 'ada',
  path: async ({ company }) => {
    const reply = await company.ada.call('GET', list)
    const items = Object.values(reply).find((value): value is { id: string }[] => Array.isArray(value))
    if (!items?.[0]) throw new Error(`${list} is empty`)
    return path(items[0])
  },
  ready: ready(selector),
})

export const pages: Pictured[] = [
  { name: 'sign-in', as: null, path: () => '/sign-in', ready: ready('form') },
  { name: 'inbox', as: 'ada', path: () => '/mail/inbox', ready: row },
  {
    name: 'thread',
    as: 'ada',
    path: ({ company }) => threadOf(company.ada, 'subject:damaged in:inbox'),
    ready: ready('article'),
    shownInDocs: 'desktop',
  },
  { name: 'search', as: 'ada', path: () => '/mail/inbox?q=lampe', ready: row },
  simple('desk', '/desk', '.queue .q'),
  {
    name: 'draft',
    as: 'ada',
    path: async ({ company }) => `/desk/${(await company.ada.call('GET', '/review')).items[0].id}`,
    ready: ready('.acts'),
    shownInDocs: 'phone',
  },
  {
    name: 'compose',
    as: 'ada',
    path: () => '/mail/inbox',
    ready: async (page) => {
      await row(page)
      await page.keyboard.press('c')
      await ready('.ProseMirror')(page)
    },
  },
  {
    name: 'palette',
    as: 'ada',
    path: () => '/mail/inbox',
    ready: async (page) => {
      await row(page)
      await page.keyboard.press('Control+k')
      await ready('[role=option]')(page)
    },
  },
  {
    name: 'keys',
    as: 'ada',
    path: () => '/mail/inbox',
    ready: async (page) => {
      await row(page)
      await page.keyboard.press('?')
      await ready('[role=dialog]')(page)
    },
  },
  simple('outbox', '/outbox'),
  simple('archive', '/mail/archive'),
  simple('connect', '/connect', 'form'),
  simple('workflows', '/workflows'),
  {
    name: 'studio',
    as: 'ada',
    path: ({ company }) => `/workflows/${company.classifier}`,
    ready: ready('.react-flow__node'),
  },
  {
    name: 'studio-step',
    as: 'ada',
    path: ({ company }) => `/workflows/${company.classifier}`,
    ready: async (page) => {
      await ready('.react-flow__node')(page)
      await page.locator('.react-flow__node').nth(1).click()
      await ready('.pane form, .studio-form, fieldset')(page)
    },
  },
  simple('templates', '/templates'),
  firstOf('template', '/templates', ({ id }) => `/templates/${id}`, 'form, .mini-graph'),
  simple('runs', '/runs'),
  firstOf('run', '/executions', ({ id }) => `/runs/${id}`, '.fall-row'),
  firstOf('failed-run', '/executions?status=failed', ({ id }) => `/runs/${id}`, '.fall-row'),
  simple('tables', '/tables'),
  firstOf('table', '/tables', ({ id }) => `/tables/${id}`, '[role=gridcell]'),
  simple('dashboard', '/dashboard'),
  simple('dashboard-org', '/dashboard?scope=org&period=30d'),
  simple('analyzer', '/analyzer', '.analyzer-groups'),
  simple('evaluation', '/evaluation', '.evaluation-classifiers'),
  {
    name: 'classifier',
    as: 'ada',
    path: ({ company }) => `/evaluation/${company.classifier}/sort`,
    ready: ready('.evaluation-matrix'),
  },
  {
    name: 'sort-mail',
    as: 'ada',
    path: ({ company }) => `/evaluation/${company.classifier}/sort?tab=sort`,
    ready: ready('.evaluation-letter-sheet'),
  },
  simple('notifications', '/notifications'),
  simple('mailboxes', '/mailboxes'),
  firstOf('mailbox', '/mailboxes', ({ id }) => `/mailboxes/${id}`, '.bar h1'),
  simple('contacts', '/contacts'),
  simple('signatures', '/signatures'),
  simple('journal', '/journal'),
  ...[
    'profile',
    'appearance',
    'password',
    'sessions',
    'api-keys',
    'notifications',
    'workflow-order',
    'excluded-senders',
  ].map((name) => simple(`account-${name}`, `/account/${name}`)),
  ...['members', 'invitations', 'sending', 'excluded-senders', 'ai', 'branding', 'audit'].map((name) =>
    simple(`admin-${name}`, `/admin/${name}`),
  ),
]
