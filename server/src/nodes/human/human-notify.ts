import { choice, object, optional, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const humanNotify = defineNode({
  type: 'human.notify',
  version: 1,
  group: 'human',
  effect: 'human',
  title: { en: 'Notify', fr: 'Notifier' },
  description: {
    en: 'Sends you a notification in the app.',
    fr: "Vous envoie une notification dans l'application.",
  },
  params: object({
    title: text(1, 200),
    body: optional(text(0, 5000)),
    severity: withDefault(choice('info', 'warning', 'error'), 'info'),
  }),
  fields: {
    title: field('Title', 'Titre'),
    body: field('Text', 'Texte'),
    severity: field('Severity', 'Gravité'),
  },
  ports: { fixed: ['main'] },
  uses: ['people'],
  batchKey: () => null,
  scopes: ['notifications:write'],
  async run({ params: { title, body, severity }, input, use }) {
    await use.people.notify({ title, body: body ?? null, severity })
    return { data: input, effects: [{ kind: 'notification', description: `Notification sent: ${title}` }] }
  },
})
