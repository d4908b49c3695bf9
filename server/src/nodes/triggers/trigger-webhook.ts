import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { declaredFields, declaredFieldTexts } from './declared-fields.ts'

export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Webhook', fr: 'Webhook' },
  description: {
    en: 'Starts when another program sends JSON to the webhook URL of this workflow, with that JSON as its data.',
    fr: "Démarre quand un autre programme envoie du JSON à l'URL du webhook de ce workflow, avec ce JSON comme données.",
  },
  params: object({ fields: declaredFields() }),
  fields: declaredFieldTexts,
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
