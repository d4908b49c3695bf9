import { type Run, spend } from '../budget.ts'
import { fieldsOf, isForbidden, type JsonRecord, setField } from '../values.ts'
import { asText, inGroup, list, record, restInGroup, text } from './define.ts'

const define = inGroup('record')
const defineRest = restInGroup('record')

const only = (run: Run, value: JsonRecord, wanted: (key: string) => boolean) => {
  const result: JsonRecord = {}
  for (const key of fieldsOf(run, value)) if (wanted(key)) setField(run, result, key, value[key])
  return result
}

const names = (run: Run, keys: unknown[], name: string) => {
  spend(run, keys.length)
  return new Set(keys.map((key) => asText(key, run, name)))
}

export const recordFunctions = [
  define('keys', {
    takes: [record()],
    en: 'The names of the fields of a record.',
    fr: "Les noms des champs d'un objet.",
    examples: [['keys({a: 1, b: 2})', ['a', 'b']]],
    run: fieldsOf,
  }),
  define('values', {
    takes: [record()],
    en: 'The values of the fields of a record.',
    fr: "Les valeurs des champs d'un objet.",
    examples: [['values({a: 1, b: 2})', [1, 2]]],
    run: (run, value) => fieldsOf(run, value).map((key) => value[key]),
  }),
  define('entries', {
    takes: [record()],
    en: 'The fields of a record as a list of {key, value}.',
    fr: "Les champs d'un objet en une liste de {key, value}.",
    examples: [['entries({a: 1})', [{ key: 'a', value: 1 }]]],
    run: (run, value) => fieldsOf(run, value).map((key) => ({ key, value: value[key] })),
  }),
  defineRest('merge', {
    of: record(),
    en: 'One record of several; a later field replaces an earlier one.',
    fr: 'Un objet fait de plusieurs ; un champ plus tardif remplace un précédent.',
    examples: [['merge({a: 1, b: 1}, {b: 2})', { a: 1, b: 2 }]],
    run: (run, records) => {
      const result: JsonRecord = {}
      for (const one of records) for (const key of fieldsOf(run, one)) setField(run, result, key, one[key])
      return result
    },
  }),
  define('pick', {
    takes: [record(), list('names')],
    en: 'Only the named fields of a record.',
    fr: "Seulement les champs nommés d'un objet.",
    examples: [['pick({a: 1, b: 2}, ["b"])', { b: 2 }]],
    run: (run, value, keys) => {
      const wanted = names(run, keys, 'pick')
      return only(run, value, (key) => wanted.has(key))
    },
  }),
  define('omit', {
    takes: [record(), list('names')],
    en: 'A record without the named fields.',
    fr: 'Un objet sans les champs nommés.',
    examples: [['omit({a: 1, b: 2}, ["b"])', { a: 1 }]],
    run: (run, value, keys) => {
      const unwanted = names(run, keys, 'omit')
      return only(run, value, (key) => !unwanted.has(key))
    },
  }),
  define('hasField', {
    takes: [record(), text('name')],
    en: 'Whether a record has a field of this name.',
    fr: 'Si un objet a un champ de ce nom.',
    examples: [['hasField({a: 1}, "a")', true]],
    run: (_, value, key) => !isForbidden(key) && Object.hasOwn(value, key),
  }),
]
