import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { declaredFields, declaredFieldTexts } from './declared-fields.ts'

export const triggerManual = defineNode({
  type: 'trigger.manual',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Started by hand', fr: 'Démarré à la main' },
  description: {
    en: 'Starts when you press the button, with the values that you type in.',
    fr: 'Démarre quand vous appuyez sur le bouton, avec les valeurs que vous saisissez.',
  },
  params: object({ fields: declaredFields() }),
  fields: declaredFieldTexts,
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
