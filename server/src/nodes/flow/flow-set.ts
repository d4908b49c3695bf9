import { anything, boolean, list, object, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowSet = defineNode({
  type: 'flow.set',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Set fields', fr: 'Définir des champs' },
  description: {
    en: 'Sets named values for later steps.',
    fr: 'Définit des valeurs nommées pour les étapes suivantes.',
  },
  params: object({
    fields: list(
      object({
        name: text(1, 64, { pattern: '^(?!(constructor|prototype)$)[A-Za-z][A-Za-z0-9_]*$' }),
        value: anything(),
      }),
      1,
      100,
    ),
    keepInput: withDefault(boolean(), false),
  }),
  fields: {
    fields: field('Fields', 'Champs'),
    'fields.name': field('Name', 'Nom', { en: 'Letters, digits and _.', fr: 'Lettres, chiffres et _.' }),
    'fields.value': field('Value', 'Valeur', {
      en: 'A text, or an expression such as {{ message.subject }}.',
      fr: 'Un texte, ou une expression comme {{ message.subject }}.',
    }),
    keepInput: field('Keep the input', "Conserver les données d'entrée"),
  },
  ports: { fixed: ['main'] },
  run: ({ params, input }) => ({
    data: {
      ...(params.keepInput ? input : {}),
      ...Object.fromEntries(params.fields.map(({ name, value }) => [name, value])),
    },
  }),
})
