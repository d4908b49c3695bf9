import { type Run, spend, spendText } from '../budget.ts'
import { positionOf } from '../search-text.ts'
import { equal, fieldsOf, isList, isRecord, itemOf, toText } from '../values.ts'
import { any, asText, foundNothing, inGroup, list, restInGroup, whole } from './define.ts'
import { finite, sorted, spendItems, sumOf } from './list-helpers.ts'

const define = inGroup('list')
const defineRest = restInGroup('list')

function unique(run: Run, items: unknown[]): unknown[] {
  const simple = new Set<unknown>()
  const others: unknown[] = []
  return spendItems(run, items).filter((item) => {
    if (typeof item !== 'object' || item === null) return simple.size < simple.add(item).size
    if (others.some((other) => equal(run, other, item))) return false
    others.push(item)
    return true
  })
}

function count(run: Run, value: unknown): number {
  if (typeof value === 'string' || isList(value)) return value.length
  if (isRecord(value)) return fieldsOf(run, value).length
  return list().accept(value, run, 'count').length
}

export const listFunctions = [
  define('count', {
    params: [any('list')],
    en: 'The number of items in a list, fields in a record or characters in a text.',
    fr: "Le nombre d'éléments d'une liste, de champs d'un objet ou de caractères d'un texte.",
    examples: [
      ['count([4, 5, 6])', 3],
      ['count("abc")', 3],
    ],
    run: count,
  }),
  define('first', {
    params: [list()],
    en: 'The first item.',
    fr: 'Le premier élément.',
    examples: [
      ['first([4, 5])', 4],
      ['first([])?', null],
    ],
    run: (run, items) => {
      const item = itemOf(items, 0)
      if (item === undefined) throw foundNothing(run, 'first')
      return item
    },
  }),
  define('last', {
    params: [list()],
    en: 'The last item.',
    fr: 'Le dernier élément.',
    examples: [['last([4, 5])', 5]],
    run: (run, items) => {
      const item = itemOf(items, -1)
      if (item === undefined) throw foundNothing(run, 'last')
      return item
    },
  }),
  define('average', {
    params: [list()],
    en: 'The average of the numbers of a list.',
    fr: "La moyenne des nombres d'une liste.",
    examples: [['average([1, 2, 6])', 3]],
    run: (run, items) => {
      if (items.length === 0) throw foundNothing(run, 'average')
      return finite(run, sumOf(run, 'average', items) / items.length)
    },
  }),
  define('sort', {
    params: [list()],
    en: 'Numbers or texts in ascending order.',
    fr: 'Nombres ou textes en ordre croissant.',
    examples: [['sort([3, 1, 2])', [1, 2, 3]]],
    run: (run, items) =>
      sorted(
        run,
        items.map((item) => ({ key: item, item })),
      ),
  }),
  define('reverse', {
    params: [list()],
    en: 'Reverses the order of the items.',
    fr: "Inverse l'ordre des éléments.",
    examples: [['reverse([1, 2, 3])', [3, 2, 1]]],
    run: (run, items) => spendItems(run, items).toReversed(),
  }),
  define('unique', {
    params: [list()],
    en: 'Removes duplicate items.',
    fr: 'Supprime les doublons.',
    examples: [['unique(["a", "b", "a"])', ['a', 'b']]],
    run: unique,
  }),
  define('flatten', {
    params: [list()],
    en: 'Flattens a list of lists by one level.',
    fr: "Aplatit une liste de listes d'un niveau.",
    examples: [['flatten([[1, 2], [3], 4])', [1, 2, 3, 4]]],
    run: (run, items) => {
      spend(
        run,
        spendItems(run, items).reduce<number>((sum, item) => sum + (isList(item) ? item.length : 1), 0),
      )
      return items.flat(1)
    },
  }),
  defineRest('concat', {
    of: list(),
    en: 'Joins several lists into one.',
    fr: 'Réunit plusieurs listes en une seule.',
    examples: [['concat([1], [2, 3])', [1, 2, 3]]],
    run: (run, lists) => {
      for (const one of lists) spend(run, one.length)
      return lists.flat(1)
    },
  }),
  define('take', {
    params: [list(), whole('count')],
    en: 'The first items, up to the given count.',
    fr: 'Les premiers éléments, en nombre donné.',
    examples: [['take([1, 2, 3], 2)', [1, 2]]],
    run: (run, items, size) => spendItems(run, items).slice(0, Math.max(0, size)),
  }),
  define('skip', {
    params: [list(), whole('count')],
    en: 'The items after the given count.',
    fr: 'Les éléments restants après le nombre donné.',
    examples: [['skip([1, 2, 3], 2)', [3]]],
    run: (run, items, size) => spendItems(run, items).slice(Math.max(0, size)),
  }),
  define('range', {
    params: [whole('from'), whole('to')],
    en: 'The whole numbers from one number to another, inclusive.',
    fr: "Les nombres entiers d'un nombre à un autre, bornes comprises.",
    examples: [['range(1, 4)', [1, 2, 3, 4]]],
    run: (run, from, to) => {
      const length = Math.max(0, to - from + 1)
      spend(run, length)
      return Array.from({ length }, (_, i) => from + i)
    },
  }),
  define('contains', {
    params: [any('text or list'), any('searched')],
    en: 'Whether a text contains another, or a list contains an item. Ignores case in a text, but not in a list.',
    fr: 'Indique si un texte en contient un autre, ou une liste un élément. Ignore la casse dans un texte, mais pas dans une liste.',
    examples: [
      ['contains("Your Invoice", "invoice")', true],
      ['contains([1, 2], 3)', false],
    ],
    run: (run, value, searched) => {
      if (isList(value)) return spendItems(run, value).some((item) => equal(run, item, searched))
      const [whole, part] = [asText(value, run, 'contains'), toText(run, searched)]
      spendText(run, part.length)
      return positionOf(whole.toLowerCase(), part.toLowerCase()) >= 0
    },
  }),
]
