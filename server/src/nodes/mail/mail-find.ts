import { integer, object, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const mailFind = defineNode({
  type: 'mail.find',
  version: 1,
  group: 'mail',
  effect: 'none',
  title: { en: 'Find messages', fr: 'Rechercher des messages' },
  description: {
    en: 'Finds messages like the search in the inbox. Continues with "found" or "none".',
    fr: 'Recherche des messages comme dans la boîte de réception. Continue par « found » ou « none ».',
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
      en: 'If empty, all mailboxes.',
      fr: 'Si ce champ est vide, toutes les boîtes.',
      refersTo: 'mailbox',
    }),
    limit: field('Limit', 'Nombre maximal'),
  },
  languages: { q: 'search' },
  ports: { fixed: ['found', 'none'] },
  uses: ['mail'],
  scopes: ['messages:read'],
  async run({ params: { q, limit, mailboxId }, use }) {
    const messages = await use.mail.find({ q, limit, ...(mailboxId ? { mailboxId } : {}) })
    const [first = null] = messages
    return { port: first ? 'found' : 'none', data: { messages, first, count: messages.length } }
  },
})
