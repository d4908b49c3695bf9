import { type Run, spend } from '../budget.ts'
import { fieldsOf, isForbidden, type JsonRecord, setField } from '../values.ts'
import { asText, inGroup, list, record, restInGroup, text } from './define.ts'

const define = inGroup('record')
const defineRest = restInGroup('record')

const filterFields = (run: Run, value: JsonRecord, keep: (key: string) => boolean) => {
  const result: JsonRecord = {}
  for (const key of fieldsOf(run, value)) if (keep(key)) setField(run, result, key, value[key])
  return result
}

const toNameSet = (run: Run, keys: unknown[], name: string) => {
  spend(run, keys.length)
  return new Set(keys.map((key) => asText(key, run, name)))
}

export const recordFunctions = [
  define('keys', {
    params: [record()],
    en: 'The field names of a record.',
    fr: "Les noms des champs d'un objet.",
    examples: [['keys({a: 1, b: 2})', ['a', 'b']]],
    run: fieldsOf,
  }),
  define('values', {
    params: [record()],
    en: 'The field values of a record.',
    fr: "Les valeurs des champs d'un objet.",
    examples: [['values({a: 1, b: 2})', [1, 2]]],
    run: (run, value) => fieldsOf(run, value).map((key) => value[key]),
  }),
  define('entries', {
    params: [record()],
    en: 'The fields of a record, as a list of {key, value}.',
    fr: "Les champs d'un objet, sous forme de liste de {key, value}.",
    examples: [['entries({a: 1})', [{ key: 'a', value: 1 }]]],
    run: (run, value) => fieldsOf(run, value).map((key) => ({ key, value: value[key] })),
  }),
  defineRest('merge', {
    of: record(),
    en: 'Merges several records; later fields replace earlier ones.',
    fr: 'Fusionne plusieurs objets ; les champs des derniers remplacent ceux des premiers.',
    examples: [['merge({a: 1, b: 1}, {b: 2})', { a: 1, b: 2 }]],
    run: (run, records) => {
      const result: JsonRecord = {}
      for (const one of records) for (const key of fieldsOf(run, one)) setField(run, result, key, one[key])
      return result
    },
  }),
  define('pick', {
    params: [record(), list('names')],
    en: 'A record with only the given fields.',
    fr: 'Un objet avec uniquement les champs indiqués.',
    examples: [['pick({a: 1, b: 2}, ["b"])', { b: 2 }]],
    run: (run, value, keys) => {
      const picked = toNameSet(run, keys, 'pick')
      return filterFields(run, value, (key) => picked.has(key))
    },
  }),
  define('omit', {
    params: [record(), list('names')],
    en: 'A record without the given fields.',
    fr: 'Un objet sans les champs indiqués.',
    examples: [['omit({a: 1, b: 2}, ["b"])', { a: 1 }]],
    run: (run, value, keys) => {
      const omitted = toNameSet(run, keys, 'omit')
      return filterFields(run, value, (key) => !omitted.has(key))
    },
  }),
  define('hasField', {
    params: [record(), text('name')],
    en: 'Whether a record has a field with this name.',
    fr: 'Indique si un objet a un champ de ce nom.',
    examples: [['hasField({a: 1}, "a")', true]],
    run: (_, value, key) => !isForbidden(key) && Object.hasOwn(value, key),
  }),
]
