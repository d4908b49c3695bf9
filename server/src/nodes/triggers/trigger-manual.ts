import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { declaredFields, declaredFieldTexts } from './declared-fields.ts'

export const triggerManual = defineNode({
  type: 'trigger.manual',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Started manually', fr: 'Démarré manuellement' },
  description: {
    en: 'Starts when you click Run, with the values you enter.',
    fr: 'Démarre quand vous lancez le workflow, avec les valeurs que vous saisissez.',
  },
  params: object({ fields: declaredFields() }),
  fields: declaredFieldTexts,
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
