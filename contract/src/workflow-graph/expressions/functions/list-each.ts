import type { Run } from '../budget.ts'
import { failure } from '../fault.ts'
import { messages } from '../messages.ts'
import { equal, kindNames, kindOf, setField } from '../values.ts'
import { asText, foundNothing, inGroup, type Lambda, lambda, list } from './define.ts'
import { add, finite, sorted, taken } from './list-work.ts'

const define = inGroup('list')

/** The answer of a test; null counts as no, as in conditions. */
function passes(run: Run, name: string, test: Lambda, item: unknown, index: number): boolean {
  const answer = test(item, index) ?? false
  if (typeof answer === 'boolean') return answer
  const message = messages.needs(name, kindNames.boolean, kindNames[kindOf(answer)], false)
  throw failure(run.place, 'expression.type', message)
}

function groupBy(run: Run, items: unknown[], by: Lambda) {
  const groups: { key: unknown; items: unknown[] }[] = []
  for (const [index, item] of taken(run, items).entries()) {
    const key = by(item, index) ?? null
    const group = groups.find((one) => equal(run, one.key, key))
    if (group === undefined) groups.push({ key, items: [item] })
    else group.items.push(item)
  }
  return groups
}

const people = '[{n: "Ada", a: 3}, {n: "Bob", a: 1}]'

/** Those that ask something of each item: x => ... */
export const listEachFunctions = [
  define('map', {
    takes: [list(), lambda('x => ...')],
    en: 'A list of what each item becomes.',
    fr: 'La liste de ce que devient chaque élément.',
    examples: [
      [`map(${people}, x => x.n)`, ['Ada', 'Bob']],
      ['map(["a", "b"], (x, i) => x + i)', ['a0', 'b1']],
    ],
    run: (run, items, each) => taken(run, items).map(each),
  }),
  define('filter', {
    takes: [list(), lambda('x => ...')],
    en: 'The items for which the test is true.',
    fr: 'Les éléments pour lesquels le test est vrai.',
    examples: [['filter([1, 5, 9], x => x > 3)', [5, 9]]],
    run: (run, items, test) => taken(run, items).filter((item, i) => passes(run, 'filter', test, item, i)),
  }),
  define('find', {
    takes: [list(), lambda('x => ...')],
    en: 'The first item for which the test is true.',
    fr: 'Le premier élément pour lequel le test est vrai.',
    examples: [
      ['find([1, 5, 9], x => x > 3)', 5],
      ['find([1], x => x > 3) | default(0)', 0],
    ],
    run: (run, items, test) => {
      const index = taken(run, items).findIndex((item, i) => passes(run, 'find', test, item, i))
      if (index < 0) throw foundNothing(run, 'find')
      return items[index]
    },
  }),
  define('any', {
    takes: [list(), lambda('x => ...')],
    en: 'Whether the test is true for at least one item.',
    fr: 'Si le test est vrai pour au moins un élément.',
    examples: [['any([1, 5], x => x > 3)', true]],
    run: (run, items, test) => taken(run, items).some((item, i) => passes(run, 'any', test, item, i)),
  }),
  define('all', {
    takes: [list(), lambda('x => ...')],
    en: 'Whether the test is true for every item.',
    fr: 'Si le test est vrai pour tous les éléments.',
    examples: [['all([1, 5], x => x > 3)', false]],
    run: (run, items, test) => taken(run, items).every((item, i) => passes(run, 'all', test, item, i)),
  }),
  define('sum', {
    takes: [list()],
    may: [lambda('x => ...')],
    en: 'All numbers of a list added up, or what each item gives.',
    fr: "La somme des nombres d'une liste, ou de ce que donne chaque élément.",
    examples: [
      ['sum([1, 2, 3])', 6],
      [`sum(${people}, x => x.a)`, 4],
    ],
    run: (run, items, each) =>
      finite(run, add(run, 'sum', each === undefined ? items : taken(run, items).map(each))),
  }),
  define('sortBy', {
    takes: [list(), lambda('x => ...')],
    en: 'Items in ascending order of what each gives; empty ones last.',
    fr: 'Éléments par ordre croissant de ce que chacun donne ; les vides à la fin.',
    examples: [[`sortBy(${people}, x => x.a) | map(x => x.n)`, ['Bob', 'Ada']]],
    run: (run, items, by) =>
      sorted(
        run,
        taken(run, items).map((item, i) => ({ key: by(item, i), item })),
      ),
  }),
  define('groupBy', {
    takes: [list(), lambda('x => ...')],
    en: 'Items put together by what each gives: a list of {key, items}.',
    fr: 'Éléments réunis selon ce que chacun donne : une liste de {key, items}.',
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
    takes: [list(), lambda('x => key'), lambda('x => value')],
    en: 'A record with a field an item: its name, then its value.',
    fr: 'Un objet avec un champ par élément : son nom, puis sa valeur.',
    examples: [[`toRecord(${people}, x => x.n, x => x.a)`, { Ada: 3, Bob: 1 }]],
    run: (run, items, giveKey, giveValue) => {
      const result = {}
      for (const [i, item] of taken(run, items).entries())
        setField(run, result, asText(giveKey(item, i), run, 'toRecord'), giveValue(item, i))
      return result
    },
  }),
]
