import { customers } from './company/orders.ts'
import { letterFor } from './mail/history.ts'
import { eventually, type SignedIn } from './member.ts'
import type { SetUp } from './set-up.ts'

type Listed = { id: string; subject: string | null }

/** What a person would have sorted the letters of the history as, by subject. */
const knownCategories = () =>
  new Map(
    Array.from({ length: 150 }, (_, n) => letterFor('support', n)).flatMap(({ subject, category }) =>
      category ? [[subject, category] as const] : [],
    ),
  )

async function sortForReference({ ada, mailboxes, classifier }: SetUp) {
  const known = knownCategories()
  const { messages } = await ada.call('GET', `/messages?mailboxId=${mailboxes.support}&q=in:inbox&limit=100`)
  const node = `/workflows/${classifier}/nodes/sort`
  const perCategory = new Map<string, number>()
  for (const { id, subject } of messages as Listed[]) {
    const category = known.get(subject ?? '')
    const count = perCategory.get(category ?? '') ?? 0
    if (!category || count >= 6) continue
    perCategory.set(category, count + 1)
    await ada.call('POST', `${node}/reference`, { kind: 'message', messageId: id, categories: [category] })
  }
  await ada.call('POST', `${node}/eval`, { sample: { kind: 'reference' } })
}

async function askAssistant({ ada }: SetUp) {
  const { conversation } = await ada.call('POST', '/assistant/conversations', { title: 'The trade fair' })
  await ada.call('POST', `/assistant/conversations/${conversation.id}/messages`, {
    content: 'Label every mail about the trade fair and notify me.',
  })
}

async function submitForms({ formUrl }: SetUp) {
  for (const [at, { name, email }] of customers.slice(2, 7).entries()) {
    const interest = ['pendants for a hotel', 'a visit to the shop', 'the trade fair'][at % 3]
    await fetch(formUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email, interest }),
    })
  }
}

const analyse = async (member: SignedIn, mailboxId: string | undefined) => {
  await member.call('POST', `/mailboxes/${mailboxId}/analyze`, {})
}

/** Waits for what the first new mail sets in motion: drafts, approvals and runs. */
async function settled({ ada }: SetUp) {
  await eventually('drafts', async () => (await ada.call('GET', '/review')).items?.length > 2)
  await eventually('approvals', async () => (await ada.call('GET', '/approvals')).approvals.length > 0)
}

/** What people have done and asked for besides: labels, an evaluation, reports, a conversation, forms. */
export async function fillCompany(company: SetUp) {
  await sortForReference(company)
  await submitForms(company)
  await askAssistant(company)
  for (const name of ['support', 'camille'])
    await analyse(name === 'camille' ? company.camille : company.ada, company.mailboxes[name])
  await settled(company)
}
