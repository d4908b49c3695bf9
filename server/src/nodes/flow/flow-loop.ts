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
    en: 'Runs the steps after "item" once for each item of a list, then continues with "done". Use {{ loop.item }} to access the item.',
    fr: "Exécute les étapes après « item » une fois pour chaque élément d'une liste, puis continue par « done ». Utilisez {{ loop.item }} pour accéder à l'élément.",
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
      en: 'An expression that returns a list, for example {{ steps.find.data.rows }}.',
      fr: 'Une expression qui renvoie une liste, par exemple {{ steps.find.data.rows }}.',
    }),
    max: field('Limit', 'Nombre maximal', {
      en: 'Further items are skipped, with a warning.',
      fr: 'Les éléments suivants sont ignorés, avec un avertissement.',
    }),
    concurrency: field('Items in parallel', 'Éléments en parallèle'),
    onItemError: field('If an item fails', 'Si un élément échoue', {
      en: 'fail: the run fails. continue: the other items are still processed.',
      fr: "fail : l'exécution échoue. continue : les autres éléments sont traités.",
    }),
    collect: field('Keep the results', 'Conserver les résultats'),
  },
  ports: { fixed: ['item', 'done'] },
  run({ params: { list, max, concurrency, onItemError, collect } }) {
    if (!Array.isArray(list))
      throw permanent(
        'loop.not_a_list',
        'The value is not a list. Use an expression such as {{ steps.find.data.rows }}.',
      )
    const left = list.length - max
    return {
      data: { items: list.slice(0, max), total: list.length, concurrency, onItemError, collect },
      warnings:
        left > 0
          ? [
              {
                code: 'loop.too_long',
                message: `The list has ${list.length} items; the last ${left} are skipped.`,
              },
            ]
          : [],
    }
  },
})
