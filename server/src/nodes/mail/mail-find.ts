import { integer, object, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const mailFind = defineNode({
  type: 'mail.find',
  version: 1,
  group: 'mail',
  effect: 'none',
  title: { en: 'Find messages', fr: 'Chercher des messages' },
  description: {
    en: 'Looks for messages as the search of the inbox does.',
    fr: 'Cherche des messages comme la recherche de la boîte de réception.',
  },
  params: object({
    q: text(1, 1000),
    mailboxId: optional(uuid()),
    limit: withDefault(integer(1, 100), 20),
  }),
  fields: {
    q: field('Search', 'Recherche', {
      en: 'For example from:ada@example.org subject:invoice.',
      fr: 'Par exemple from:ada@example.org subject:facture.',
    }),
    mailboxId: field('Mailbox', 'Boîte', {
      en: 'None chosen means all of them.',
      fr: 'Aucun choix veut dire toutes.',
      refersTo: 'mailbox',
    }),
    limit: field('At most', 'Au plus'),
  },
  ports: { fixed: ['found', 'none'] },
  uses: ['mail'],
  async run({ params: { q, limit, mailboxId }, use }) {
    const messages = await use.mail.find({ q, limit, ...(mailboxId ? { mailboxId } : {}) })
    const [first = null] = messages
    return { port: first ? 'found' : 'none', data: { messages, first, count: messages.length } }
  },
})
