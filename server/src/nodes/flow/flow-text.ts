import { list, object, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { applyOperation, maxText, TextOperation, type TextState } from './text-operations.ts'

export const flowText = defineNode({
  type: 'flow.text',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Transform text', fr: 'Transformer un texte' },
  description: {
    en: 'Applies operations to a text, one after the other: convert HTML to text, remove quotes or the signature, extract a pattern, fill a template, shorten, replace.',
    fr: "Applique des opérations à un texte, l'une après l'autre : convertir le HTML en texte, retirer les citations ou la signature, extraire un motif, remplir un modèle, raccourcir, remplacer.",
  },
  params: object({ text: text(0, maxText), operations: list(TextOperation, 1, 10) }),
  fields: {
    text: field('Text', 'Texte', {
      en: 'For example {{ message.text }}.',
      fr: 'Par exemple {{ message.text }}.',
    }),
    operations: field('Operations', 'Opérations', {
      en: 'Each operation works on the result of the previous one.',
      fr: 'Chaque opération travaille sur le résultat de la précédente.',
    }),
    'operations.kind': field('Operation', 'Opération'),
    'operations.pattern': field('Pattern', 'Motif', {
      en: 'The text to find; the part in ( ) is extracted. For example: order no\\. (\\d+)',
      fr: 'Le texte à trouver ; la partie entre ( ) est extraite. Par exemple : commande n° (\\d+)',
    }),
    'operations.exact': field('Match case', 'Respecter la casse'),
    'operations.template': field('Template', 'Modèle', {
      en: '{text} is replaced with the text so far.',
      fr: "{text} est remplacé par le texte obtenu jusqu'ici.",
    }),
    'operations.length': field('Maximum length', 'Longueur maximale'),
    'operations.find': field('Find', 'Rechercher'),
    'operations.replaceWith': field('Replace with', 'Remplacer par'),
  },
  languages: { 'operations.pattern': 'pattern' },
  ports: { fixed: ['main'] },
  run({ params }) {
    const done = params.operations.reduce<TextState>(applyOperation, { text: params.text })
    return { data: { ...done, ...(done.matches ? { found: done.matches.length > 0 } : {}) } }
  },
})
