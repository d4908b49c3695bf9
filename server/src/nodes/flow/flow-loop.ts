import { anything, boolean, choice, integer, object, withDefault } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowLoop = defineNode({
  type: 'flow.loop',
  version: 1,
  group: 'flow',
  effect: 'none',
  structure: 'loop',
  title: { en: 'For each', fr: 'Pour chaque' },
  description: {
    en: 'Does the steps after "item" once for each entry of a list, then goes on at "done". In them {{ loop.item }} is the entry.',
    fr: "Effectue les étapes après « item » une fois pour chaque élément d'une liste, puis continue à « done ». {{ loop.item }} y est l'élément.",
  },
  params: object({
    list: anything(),
    max: withDefault(integer(1, 1000), 100),
    concurrency: withDefault(integer(1, 20), 1),
    onItemError: withDefault(choice('fail', 'continue'), 'fail'),
    collect: withDefault(boolean(), true),
  }),
  fields: {
    list: field('List', 'Liste', {
      en: 'An expression that gives a list, for example {{ steps.find.data.rows }}.',
      fr: 'Une expression qui donne une liste, par exemple {{ steps.find.data.rows }}.',
    }),
    max: field('At most', 'Au plus', {
      en: 'What comes after that many entries is left out, with a warning.',
      fr: "Ce qui dépasse ce nombre d'éléments est laissé de côté, avec un avertissement.",
    }),
    concurrency: field('How many at the same time', 'Combien à la fois'),
    onItemError: field('When an entry fails', 'Quand un élément échoue', {
      en: 'fail: the run fails. continue: the other entries are still done.',
      fr: "fail : l'exécution échoue. continue : les autres éléments sont traités.",
    }),
    collect: field('Keep the results', 'Garder les résultats'),
  },
  ports: { fixed: ['item', 'done'] },
  run({ params: { list, max, concurrency, onItemError, collect } }) {
    if (!Array.isArray(list))
      throw permanent(
        'loop.not_a_list',
        'The list to go through is not a list. Give an expression such as {{ steps.find.data.rows }}.',
      )
    const left = list.length - max
    return {
      data: { items: list.slice(0, max), total: list.length, concurrency, onItemError, collect },
      warnings:
        left > 0
          ? [
              {
                code: 'loop.too_long',
                message: `The list has ${list.length} entries; the last ${left} are left out.`,
              },
            ]
          : [],
    }
  },
})
