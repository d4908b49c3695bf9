import { type Run, spend, spendText } from '../budget.ts'
import { positionOf } from '../search-text.ts'
import { equal, fieldsOf, isList, isRecord, itemOf, toText } from '../values.ts'
import { any, asText, foundNothing, inGroup, list, restInGroup, whole } from './define.ts'
import { add, finite, sorted, taken } from './list-work.ts'

const define = inGroup('list')
const defineRest = restInGroup('list')

function unique(run: Run, items: unknown[]): unknown[] {
  const simple = new Set<unknown>()
  const others: unknown[] = []
  return taken(run, items).filter((item) => {
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
    takes: [any('list')],
    en: 'How many items a list, fields a record or characters a text has.',
    fr: "Le nombre d'éléments d'une liste, de champs d'un objet ou de caractères d'un texte.",
    examples: [
      ['count([4, 5, 6])', 3],
      ['count("abc")', 3],
    ],
    run: count,
  }),
  define('first', {
    takes: [list()],
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
    takes: [list()],
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
    takes: [list()],
    en: 'The average of the numbers of a list.',
    fr: "La moyenne des nombres d'une liste.",
    examples: [['average([1, 2, 6])', 3]],
    run: (run, items) => {
      if (items.length === 0) throw foundNothing(run, 'average')
      return finite(run, add(run, 'average', items) / items.length)
    },
  }),
  define('sort', {
    takes: [list()],
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
    takes: [list()],
    en: 'From the last item to the first.',
    fr: 'Du dernier élément au premier.',
    examples: [['reverse([1, 2, 3])', [3, 2, 1]]],
    run: (run, items) => taken(run, items).toReversed(),
  }),
  define('unique', {
    takes: [list()],
    en: 'Each item once.',
    fr: 'Chaque élément une seule fois.',
    examples: [['unique(["a", "b", "a"])', ['a', 'b']]],
    run: unique,
  }),
  define('flatten', {
    takes: [list()],
    en: 'The items of the lists in a list, as one list.',
    fr: "Les éléments des listes d'une liste, en une seule liste.",
    examples: [['flatten([[1, 2], [3], 4])', [1, 2, 3, 4]]],
    run: (run, items) => {
      spend(
        run,
        taken(run, items).reduce<number>((sum, item) => sum + (isList(item) ? item.length : 1), 0),
      )
      return items.flat(1)
    },
  }),
  defineRest('concat', {
    of: list(),
    en: 'Several lists, one after the other.',
    fr: "Plusieurs listes l'une après l'autre.",
    examples: [['concat([1], [2, 3])', [1, 2, 3]]],
    run: (run, lists) => {
      for (const one of lists) spend(run, one.length)
      return lists.flat(1)
    },
  }),
  define('take', {
    takes: [list(), whole('count')],
    en: 'The first so many items.',
    fr: 'Les premiers éléments, au nombre donné.',
    examples: [['take([1, 2, 3], 2)', [1, 2]]],
    run: (run, items, size) => taken(run, items).slice(0, Math.max(0, size)),
  }),
  define('skip', {
    takes: [list(), whole('count')],
    en: 'All but the first so many items.',
    fr: 'Tout sauf les premiers éléments, au nombre donné.',
    examples: [['skip([1, 2, 3], 2)', [3]]],
    run: (run, items, size) => taken(run, items).slice(Math.max(0, size)),
  }),
  define('range', {
    takes: [whole('from'), whole('to')],
    en: 'The whole numbers from one to another.',
    fr: "Les nombres entiers de l'un à l'autre.",
    examples: [['range(1, 4)', [1, 2, 3, 4]]],
    run: (run, from, to) => {
      const length = Math.max(0, to - from + 1)
      spend(run, length)
      return Array.from({ length }, (_, i) => from + i)
    },
  }),
  define('contains', {
    takes: [any('text or list'), any('wanted')],
    en: 'Whether a text holds another, or a list an item. Capitals count in texts of a list, not in a text.',
    fr: 'Si un texte en contient un autre, ou une liste un élément. Les majuscules comptent dans une liste, pas dans un texte.',
    examples: [
      ['contains("Your Invoice", "invoice")', true],
      ['contains([1, 2], 3)', false],
    ],
    run: (run, value, wanted) => {
      if (isList(value)) return taken(run, value).some((item) => equal(run, item, wanted))
      const [whole, part] = [asText(value, run, 'contains'), toText(run, wanted)]
      spendText(run, part.length)
      return positionOf(whole.toLowerCase(), part.toLowerCase()) >= 0
    },
  }),
]
