import type { Run } from '../budget.ts'
import { failure } from '../fault.ts'
import { messages } from '../messages.ts'
import { equal, kindNames, kindOf, setField } from '../values.ts'
import { asText, foundNothing, inGroup, type Lambda, lambda, list } from './define.ts'
import { finite, sorted, spendItems, sumOf } from './list-helpers.ts'

const define = inGroup('list')

/** The result of a test; null counts as false, as in conditions. */
function passes(run: Run, name: string, test: Lambda, item: unknown, index: number): boolean {
  const answer = test(item, index) ?? false
  if (typeof answer === 'boolean') return answer
  const message = messages.needs(name, kindNames.boolean, kindNames[kindOf(answer)], false)
  throw failure(run.place, 'expression.type', message)
}

function groupBy(run: Run, items: unknown[], by: Lambda) {
  const groups: { key: unknown; items: unknown[] }[] = []
  for (const [index, item] of spendItems(run, items).entries()) {
    const key = by(item, index) ?? null
    const group = groups.find((one) => equal(run, one.key, key))
    if (group === undefined) groups.push({ key, items: [item] })
    else group.items.push(item)
  }
  return groups
}

const people = '[{n: "Ada", a: 3}, {n: "Bob", a: 1}]'

/** Functions that take a lambda for each item. */
export const listEachFunctions = [
  define('map', {
    params: [list(), lambda('x => ...')],
    en: 'Transforms each item of a list.',
    fr: "Transforme chaque élément d'une liste.",
    examples: [
      [`map(${people}, x => x.n)`, ['Ada', 'Bob']],
      ['map(["a", "b"], (x, i) => x + i)', ['a0', 'b1']],
    ],
    run: (run, items, each) => spendItems(run, items).map(each),
  }),
  define('filter', {
    params: [list(), lambda('x => ...')],
    en: 'The items for which the test is true.',
    fr: 'Les éléments pour lesquels le test est vrai.',
    examples: [['filter([1, 5, 9], x => x > 3)', [5, 9]]],
    run: (run, items, test) =>
      spendItems(run, items).filter((item, i) => passes(run, 'filter', test, item, i)),
  }),
  define('find', {
    params: [list(), lambda('x => ...')],
    en: 'The first item for which the test is true.',
    fr: 'Le premier élément pour lequel le test est vrai.',
    examples: [
      ['find([1, 5, 9], x => x > 3)', 5],
      ['find([1], x => x > 3) | default(0)', 0],
    ],
    run: (run, items, test) => {
      const index = spendItems(run, items).findIndex((item, i) => passes(run, 'find', test, item, i))
      if (index < 0) throw foundNothing(run, 'find')
      return items[index]
    },
  }),
  define('any', {
    params: [list(), lambda('x => ...')],
    en: 'Whether the test is true for at least one item.',
    fr: 'Indique si le test est vrai pour au moins un élément.',
    examples: [['any([1, 5], x => x > 3)', true]],
    run: (run, items, test) => spendItems(run, items).some((item, i) => passes(run, 'any', test, item, i)),
  }),
  define('all', {
    params: [list(), lambda('x => ...')],
    en: 'Whether the test is true for every item.',
    fr: 'Indique si le test est vrai pour tous les éléments.',
    examples: [['all([1, 5], x => x > 3)', false]],
    run: (run, items, test) => spendItems(run, items).every((item, i) => passes(run, 'all', test, item, i)),
  }),
  define('sum', {
    params: [list()],
    optional: [lambda('x => ...')],
    en: 'The sum of a list of numbers, or of a number computed from each item.',
    fr: "La somme d'une liste de nombres, ou d'un nombre calculé pour chaque élément.",
    examples: [
      ['sum([1, 2, 3])', 6],
      [`sum(${people}, x => x.a)`, 4],
    ],
    run: (run, items, each) =>
      finite(run, sumOf(run, 'sum', each === undefined ? items : spendItems(run, items).map(each))),
  }),
  define('sortBy', {
    params: [list(), lambda('x => ...')],
    en: 'Sorts items in ascending order of a computed value; empty values come last.',
    fr: "Trie les éléments par ordre croissant d'une valeur calculée ; les valeurs vides en dernier.",
    examples: [[`sortBy(${people}, x => x.a) | map(x => x.n)`, ['Bob', 'Ada']]],
    run: (run, items, by) =>
      sorted(
        run,
        spendItems(run, items).map((item, i) => ({ key: by(item, i), item })),
      ),
  }),
  define('groupBy', {
    params: [list(), lambda('x => ...')],
    en: 'Groups items by a computed value: a list of {key, items}.',
    fr: 'Regroupe les éléments selon une valeur calculée : une liste de {key, items}.',
    examples: [
      [
        'groupBy([1, 2, 3], x => x % 2)',
        [
          { key: 1, items: [1, 3] },
          { key: 0, items: [2] },
        ],
      ],
    ],
    run: groupBy,
  }),
  define('toRecord', {
    params: [list(), lambda('x => key'), lambda('x => value')],
    en: 'Builds a record with one field per item, from a computed name and value.',
    fr: "Construit un objet avec un champ par élément, à partir d'un nom et d'une valeur calculés.",
    examples: [[`toRecord(${people}, x => x.n, x => x.a)`, { Ada: 3, Bob: 1 }]],
    run: (run, items, toKey, toValue) => {
      const result = {}
      for (const [i, item] of spendItems(run, items).entries())
        setField(run, result, asText(toKey(item, i), run, 'toRecord'), toValue(item, i))
      return result
    },
  }),
]
