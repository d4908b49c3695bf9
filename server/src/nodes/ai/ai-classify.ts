import {
  boolean,
  type Filled,
  integer,
  list,
  number,
  object,
  string,
  text,
  withDefault,
} from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { askFields, askParams, requestOf, timeoutMs } from './ai-params.ts'

const unsure = 'unsure'

const twice = { en: 'Two categories have the same name.', fr: 'Deux catégories portent le même nom.' }

const Category = object({
  // Reserved: the names of ports that every classifier may have.
  name: string({ pattern: '^(?!(unsure|error)$)[a-z0-9_-]{1,40}$' }),
  description: withDefault(text(0, 1_000), ''),
})

export const ClassifyParams = object({
  ...askParams,
  categories: list(Category, 2, 30),
  several: withDefault(boolean(), false),
  threshold: withDefault(number(0, 1), 0.7),
  useExamples: withDefault(boolean(), true),
  learnAfter: withDefault(integer(0, 50), 5),
})
export type ClassifyParams = Filled<typeof ClassifyParams>

export const aiClassify = defineNode({
  type: 'ai.classify',
  version: 1,
  group: 'ai',
  effect: 'none',
  title: { en: 'Classify', fr: 'Classer' },
  description: {
    en: 'Sorts the message into a category and continues there; with several labels, with the first of them. What is not certain enough, or has no label, goes to "unsure".',
    fr: "Classe le message dans une catégorie et continue par elle ; avec plusieurs étiquettes, par la première d'entre elles. Ce qui n'est pas assez sûr ou n'a aucune étiquette va à « unsure ».",
  },
  params: ClassifyParams,
  fields: {
    ...askFields,
    categories: field('Categories', 'Catégories'),
    'categories.name': field('Output name', 'Nom de la sortie', {
      en: 'Lower-case letters, digits, - and _.',
      fr: 'Minuscules, chiffres, - et _.',
    }),
    'categories.description': field('What belongs here', 'Ce qui en relève'),
    several: field('Several labels', 'Plusieurs étiquettes', {
      en: 'A message may have none, one or several; they are in the data.',
      fr: 'Un message peut en avoir aucune, une ou plusieurs ; elles figurent dans les données.',
    }),
    threshold: field('Minimum confidence', 'Confiance minimale', {
      en: 'Between 0 and 1. Below it the message goes to "unsure".',
      fr: 'Entre 0 et 1. En dessous, le message va à « unsure ».',
    }),
    useExamples: field('Use examples', 'Utiliser les exemples', {
      en: 'Shows the model cases of the reference set.',
      fr: 'Montre au modèle des cas du jeu de référence.',
    }),
    learnAfter: field('Learn after', 'Apprendre après', {
      en: 'After this many equal answers for mails of the same sender and kind, no model is asked. 0 never learns.',
      fr: "Après ce nombre de réponses identiques pour des courriels du même expéditeur et du même type, aucun modèle n'est interrogé. 0 : jamais.",
    }),
  },
  ports: { fixed: [unsure], each: { param: 'categories', field: 'name' } },
  check: ({ categories }) => {
    const names = Array.isArray(categories) ? categories.map((each) => (each as { name?: unknown }).name) : []
    return names.flatMap((name, at) =>
      names.indexOf(name) < at ? [{ path: ['categories', at, 'name'], message: twice }] : [],
    )
  },
  uses: ['ai'],
  scopes: ['messages:read'],
  timeoutMs,
  async run({ params, run, use, signal }) {
    const { categories, several, useExamples, learnAfter } = params
    const described = categories.map(({ name, description = '' }) => ({ name, description }))
    const request = { ...requestOf(params, run), categories: described, several, useExamples, learnAfter }
    const { labels, confidence, byPattern } = await use.ai.classify(request, signal)
    const port = confidence >= params.threshold ? labels[0] : undefined
    return {
      port: port ?? unsure,
      data: { label: labels[0] ?? null, labels, confidence, byPattern },
      llmSkipped: byPattern,
    }
  },
})
