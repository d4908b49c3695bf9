import { choice, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { askFields, askParams, language, languageField, requestOf, timeoutMs } from './ai-params.ts'

export const aiSummarise = defineNode({
  type: 'ai.summarise',
  version: 1,
  group: 'ai',
  effect: 'none',
  title: { en: 'Summarise', fr: 'Résumer' },
  description: {
    en: 'Writes a summary of the message.',
    fr: 'Rédige un résumé du message.',
  },
  params: object({
    ...askParams,
    language: language(),
    length: withDefault(choice('line', 'short', 'long'), 'short'),
  }),
  fields: { ...askFields, language: languageField, length: field('Length', 'Longueur') },
  ports: { fixed: ['main'] },
  uses: ['ai'],
  scopes: ['messages:read'],
  timeoutMs,
  async run({ params, run, use, signal }) {
    const request = { ...requestOf(params, run), language: params.language, length: params.length }
    const { text } = await use.ai.summarise(request, signal)
    return { data: { text } }
  },
})
