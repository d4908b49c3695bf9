import { type Run, spendText } from '../budget.ts'
import { escapeHtml } from '../escape-html.ts'
import { toJson, toText } from '../values.ts'
import { any, inGroup, text } from './define.ts'

const define = inGroup('text')

const charged = (run: Run, result: string) => {
  spendText(run, result.length)
  return result
}

// Combining marks are removed before normalising: NFD sorts runs of marks, which takes ten seconds for 100,000.
const stripAccents = (value: string) => stripMarks(stripMarks(value).normalize('NFD'))
const stripMarks = (value: string) => value.replace(/\p{M}/gu, '')

/** Functions that convert a value to another form. */
export const textFormFunctions = [
  define('upper', {
    params: [text()],
    en: 'Converts to upper case.',
    fr: 'Met en majuscules.',
    examples: [['upper("Invoice")', 'INVOICE']],
    run: (run, value) => charged(run, value.toUpperCase()),
  }),
  define('lower', {
    params: [text()],
    en: 'Converts to lower case.',
    fr: 'Met en minuscules.',
    examples: [['"Ada@Example.ORG" | lower', 'ada@example.org']],
    run: (run, value) => charged(run, value.toLowerCase()),
  }),
  define('capitalize', {
    params: [text()],
    en: 'Capitalises the first letter.',
    fr: 'Met la première lettre en majuscule.',
    examples: [['capitalize("bonjour")', 'Bonjour']],
    run: (run, value) => {
      const first = /^./su.exec(value)?.[0] ?? ''
      return charged(run, first.toUpperCase() + value.slice(first.length))
    },
  }),
  define('sameText', {
    params: [text(), text('other')],
    en: 'Whether two texts are equal, ignoring case, accents and surrounding spaces.',
    fr: 'Indique si deux textes sont égaux, sans tenir compte de la casse, des accents ni des espaces autour.',
    examples: [['sameText("Été ", "ete")', true]],
    run: (_, a, b) => stripAccents(a.trim()).toLowerCase() === stripAccents(b.trim()).toLowerCase(),
  }),
  define('removeAccents', {
    params: [text()],
    en: 'Removes accents.',
    fr: 'Supprime les accents.',
    examples: [['removeAccents("Éléonore")', 'Eleonore']],
    run: (run, value) => charged(run, stripAccents(value)),
  }),
  define('slug', {
    params: [text()],
    en: 'Lower-case letters and digits joined by hyphens, for file names and URLs.',
    fr: 'Minuscules et chiffres reliés par des tirets, pour les noms de fichiers et les URL.',
    examples: [['slug("Éclair & Co. 2026")', 'eclair-co-2026']],
    run: (run, value) =>
      charged(
        run,
        (
          stripAccents(value)
            .toLowerCase()
            .match(/[a-z0-9]+/g) ?? []
        ).join('-'),
      ),
  }),
  define('escapeHtml', {
    params: [text()],
    en: 'Escapes &, <, > and quotation marks for HTML.',
    fr: 'Échappe &, <, > et les guillemets pour le HTML.',
    examples: [['escapeHtml("<b>Q&A</b>")', '&lt;b&gt;Q&amp;A&lt;/b&gt;']],
    run: (run, value) => charged(run, escapeHtml(value)),
  }),
  define('raw', {
    params: [any()],
    en: 'As the last function: inserts a value as it is into a field that would escape it, such as an HTML body. HTML is sanitised first. A risk with values from strangers.',
    fr: "En dernière fonction : insère une valeur telle quelle dans un champ qui l'échapperait, comme un corps HTML. Le HTML est d'abord assaini. Un risque avec des valeurs venant d'inconnus.",
    examples: [['"<b>Q&A</b>" | raw', '<b>Q&A</b>']],
    run: (_, value) => value,
  }),
  define('urlEncode', {
    params: [text()],
    en: 'Encodes a text for use in a URL.',
    fr: 'Encode un texte pour une URL.',
    examples: [['urlEncode("a b&c")', 'a%20b%26c']],
    run: (run, value) => charged(run, encodeURIComponent(value.toWellFormed())),
  }),
  define('toText', {
    params: [any()],
    en: 'Converts any value to text: null to empty text, lists and records to JSON.',
    fr: "Convertit n'importe quelle valeur en texte : null en texte vide, listes et objets en JSON.",
    examples: [
      ['toText(12.5)', '12.5'],
      ['toText([1, 2])', '[1,2]'],
    ],
    run: toText,
  }),
  define('toJson', {
    params: [any()],
    en: 'Converts a value to JSON.',
    fr: 'Convertit une valeur en JSON.',
    examples: [['toJson({a: "x"})', '{"a":"x"}']],
    run: (run, value) => toJson(run, value),
  }),
]
