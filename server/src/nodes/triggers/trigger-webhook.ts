import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { declaredFields, declaredFieldTexts } from './declared-fields.ts'

export const triggerWebhook = defineNode({
  type: 'trigger.webhook',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Web address called', fr: 'Adresse web appelée' },
  description: {
    en: 'Starts when another program sends JSON to the address of this workflow. What it sent is the data.',
    fr: "Démarre quand un autre programme envoie du JSON à l'adresse de ce workflow. Ce qu'il a envoyé est la donnée.",
  },
  params: object({ fields: declaredFields() }),
  fields: declaredFieldTexts,
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
