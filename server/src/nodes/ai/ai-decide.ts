import { number, object, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { askFields, askParams, requestOf, timeoutMs } from './ai-params.ts'

export const aiDecide = defineNode({
  type: 'ai.decide',
  version: 1,
  group: 'ai',
  effect: 'none',
  title: { en: 'Decide', fr: 'Décider' },
  description: {
    en: 'Answers a question about the message. Continues with "yes", "no" or, if it is not certain enough, "unsure".',
    fr: "Répond à une question sur le message. Continue par « yes », « no » ou, si ce n'est pas assez sûr, « unsure ».",
  },
  params: object({
    ...askParams,
    question: text(1, 2_000),
    threshold: withDefault(number(0, 1), 0.7),
  }),
  fields: {
    ...askFields,
    question: field('Question', 'Question', {
      en: 'One that can be answered with yes or no.',
      fr: 'Une question à laquelle on répond par oui ou par non.',
    }),
    threshold: field('Minimum confidence', 'Confiance minimale', {
      en: 'Between 0 and 1. Below it the message goes to "unsure".',
      fr: 'Entre 0 et 1. En dessous, le message va à « unsure ».',
    }),
  },
  ports: { fixed: ['unsure', 'yes', 'no'] },
  uses: ['ai'],
  scopes: ['messages:read'],
  timeoutMs,
  async run({ params, run, use, signal }) {
    const request = { ...requestOf(params, run), question: params.question }
    const decision = await use.ai.decide(request, signal)
    const port = decision.confidence >= params.threshold ? decision.answer : 'unsure'
    return { port, data: decision }
  },
})
