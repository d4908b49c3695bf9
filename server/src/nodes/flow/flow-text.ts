import { list, object, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { maxText, TextOperation, type Worked, work } from './text-operations.ts'

export const flowText = defineNode({
  type: 'flow.text',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Transform text', fr: 'Transformer un texte' },
  description: {
    en: 'Works on a text, one operation after the other: HTML to text, cut away quotes or the signature, find a pattern, fill a template, shorten, replace.',
    fr: "Travaille un texte, une opération après l'autre : HTML en texte, retirer les citations ou la signature, trouver un motif, remplir un modèle, raccourcir, remplacer.",
  },
  params: object({ text: text(0, maxText), operations: list(TextOperation, 1, 10) }),
  fields: {
    text: field('Text', 'Texte', {
      en: 'For example {{ message.text }}.',
      fr: 'Par exemple {{ message.text }}.',
    }),
    operations: field('Operations', 'Opérations', {
      en: 'Each works on what the one before gave.',
      fr: 'Chacune travaille sur le résultat de la précédente.',
    }),
    'operations.kind': field('What is done', 'Ce qui est fait'),
    'operations.pattern': field('Pattern', 'Motif', {
      en: 'What is looked for; what stands in ( ) is taken. For example: order no\\. (\\d+)',
      fr: 'Ce qui est cherché ; ce qui est entre ( ) est pris. Par exemple : commande n° (\\d+)',
    }),
    'operations.exact': field('Mind capitals', 'Tenir compte des majuscules'),
    'operations.template': field('Template', 'Modèle', {
      en: '{text} stands for the text so far.',
      fr: "{text} vaut pour le texte jusqu'ici.",
    }),
    'operations.length': field('Most characters', 'Nombre maximal de caractères'),
    'operations.find': field('Look for', 'Chercher'),
    'operations.replaceWith': field('Replace with', 'Remplacer par'),
  },
  ports: { fixed: ['main'] },
  run({ params }) {
    const done = params.operations.reduce<Worked>(work, { text: params.text })
    return { data: { ...done, ...(done.matches ? { found: done.matches.length > 0 } : {}) } }
  },
})
