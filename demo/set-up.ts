import { orders } from './company/orders.ts'
import { members, password } from './company/people.ts'
import {
  acknowledge,
  customerMail,
  type DemoWorkflow,
  invoices,
  leads,
  parcels,
} from './company/workflows.ts'
import { eventually, type SignedIn, signIn } from './member.ts'
import type { MailServers } from './servers/mail-servers.ts'

// Everything as a person would do it: through the HTTP interface.

type Company = {
  ada: SignedIn
  camille: SignedIn
  jonas: SignedIn
  /** Ids by name, such as `support`. */
  mailboxes: Record<string, string>
}

const one = <T>(list: T[], at: number): T => {
  const found = list[at]
  if (found === undefined) throw new Error('a member is missing')
  return found
}

/** The administrator follows the set-up link, the others their invitations. */
async function signEverybodyIn(url: string, setupToken: string): Promise<SignedIn[]> {
  const [first, ...others] = members
  if (!first) throw new Error('there are no members')
  const { email, name } = first
  const admin = await signIn(url, first, '/auth/setup', { token: setupToken, email, name, password })
  const all = [admin]
  for (const member of others) {
    const invitation = { email: member.email, role: member.role }
    const { token } = await admin.call('POST', '/admin/members/invitations', invitation)
    all.push(await signIn(url, member, '/auth/invitations/accept', { token, name: member.name, password }))
  }
  for (const member of all) {
    await member.call('PATCH', '/me/settings', { locale: member.locale })
    const bodyText = `${member.name}\n${member.title}, Lumen`
    await member.call('POST', '/signatures', { name: 'Lumen', bodyText, isDefault: true })
  }
  return all
}

async function connectModel(admin: SignedIn, baseUrl: string) {
  const model = { provider: 'openai_compatible', model: 'scripted-large' }
  await admin.call('POST', '/admin/llm/connections', {
    provider: model.provider,
    label: 'Scripted model',
    baseUrl,
    withoutApiKey: true,
    enabledModels: ['scripted-large', 'scripted-small'],
    makeDefault: true,
  })
  const price = { provider: model.provider, cachedInputUsd: null }
  await admin.call('PUT', '/admin/llm/prices', {
    prices: [
      { ...price, model: 'scripted-large', inputUsd: 3, outputUsd: 15 },
      { ...price, model: 'scripted-small', inputUsd: 0.3, outputUsd: 1.5 },
    ],
  })
  const small = { ...model, model: 'scripted-small' }
  await admin.call('PUT', '/admin/llm/defaults', { classify: small, extract: small })
  await admin.call('PUT', '/admin/llm/budgets', { scope: 'instance', softUsd: 20, hardUsd: 50 })
}

type Column = { key: string; label: string; type?: string; isKey?: boolean; options?: string[] }

async function createTables(admin: SignedIn) {
  const create = (name: string, columns: Column[]) =>
    admin.call('POST', '/tables', { name, slug: name.toLowerCase(), columns })
  await create('Orders', [
    { key: 'number', label: 'Number', isKey: true },
    { key: 'customer', label: 'Customer' },
    { key: 'email', label: 'Email', type: 'email' },
    { key: 'product', label: 'Product' },
    { key: 'quantity', label: 'Quantity', type: 'number' },
    { key: 'total', label: 'Total (EUR)', type: 'number' },
    {
      key: 'status',
      label: 'Status',
      type: 'select',
      options: ['in production', 'packed', 'shipped', 'delivered'],
    },
    { key: 'ships', label: 'Ships on', type: 'date' },
  ])
  const insert = orders.map(({ customer, ...order }) => ({
    values: { ...order, customer: customer.name, email: customer.email },
  }))
  await admin.call('POST', '/tables/orders/rows/bulk', { insert })
  await create('Invoices', [
    { key: 'number', label: 'Number', isKey: true },
    { key: 'supplier', label: 'Supplier' },
    { key: 'amount', label: 'Amount (EUR)', type: 'number' },
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'state', label: 'State', type: 'select', options: ['to pay', 'paid'] },
  ])
  await create('Leads', [
    { key: 'email', label: 'Email', type: 'email', isKey: true },
    { key: 'name', label: 'Name' },
    { key: 'interest', label: 'Interest' },
  ])
}

async function connectMailboxes(member: SignedIn, servers: MailServers, ids: Record<string, string>) {
  for (const name of member.mailboxes) {
    const connected = await member.call('POST', '/mailboxes/imap', servers.connection(name))
    ids[name] = connected.mailboxId
  }
}

/** Creates and publishes a workflow; returns its id. */
async function publish(member: SignedIn, { name, graph, published }: DemoWorkflow): Promise<string> {
  const { id, validation } = await member.call('POST', '/workflows', { name, graph })
  if (!validation.valid) throw new Error(`${name}: ${JSON.stringify(validation.issues)}`)
  if (published) await member.call('PATCH', `/workflows/${id}`, { published })
  return id
}

/** Installs a built-in template by its English name. */
async function install(member: SignedIn, name: string, as: string) {
  const { templates } = await member.call('GET', '/templates')
  const found = templates.find((template: { name: string }) => template.name === name)
  if (!found) throw new Error(`there is no template ${name}`)
  const { workflowId } = await member.call('POST', `/templates/${found.id}/install`, { name: as })
  await member.call('PATCH', `/workflows/${workflowId}`, { published: true })
}

async function createWorkflows({ ada, camille, jonas, mailboxes }: Company) {
  const { support = '', camille: sales = '' } = mailboxes
  const classifier = await publish(ada, customerMail(support))
  await publish(ada, parcels(support))
  await install(ada, 'Archive newsletters', 'Archive newsletters')
  await publish(jonas, invoices())
  await publish(camille, acknowledge(sales))
  const form = await publish(ada, leads())
  const { url } = await ada.call('POST', `/workflows/${form}/webhook`)
  return { classifier, formUrl: url as string }
}

/** Waits until the whole history is mirrored: only mail after that is new. */
const mirrored = (member: SignedIn) =>
  eventually('the mirror', async () => {
    const { mailboxes } = await member.call('GET', '/mailboxes')
    return mailboxes.every(
      (mailbox: { backfill: { status: string } | null }) => mailbox.backfill?.status === 'done',
    )
  })

export type SetUp = Company & { classifier: string; formUrl: string }

type Options = { url: string; setupToken: string; servers: MailServers; modelUrl: string }

export async function setUpCompany({ url, setupToken, servers, modelUrl }: Options): Promise<SetUp> {
  const signedIn = await signEverybodyIn(url, setupToken)
  const [ada, camille, jonas] = [one(signedIn, 0), one(signedIn, 1), one(signedIn, 2)]
  await connectModel(ada, modelUrl)
  await createTables(ada)
  const mailboxes: Record<string, string> = {}
  for (const member of signedIn) await connectMailboxes(member, servers, mailboxes)
  const company = { ada, camille, jonas, mailboxes }
  for (const member of signedIn) await mirrored(member)
  return { ...company, ...(await createWorkflows(company)) }
}
