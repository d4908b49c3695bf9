import { type Run, spendText } from '../budget.ts'
import { toJson, toText } from '../values.ts'
import { any, inGroup, text } from './define.ts'

const define = inGroup('text')

const made = (run: Run, result: string) => {
  spendText(run, result.length)
  return result
}

// Loose accents go before the letters are taken apart: sorting a long run of them, as normalising does, takes the
// platform ten seconds for 100,000.
const unaccented = (value: string) => withoutMarks(withoutMarks(value).normalize('NFD'))
const withoutMarks = (value: string) => value.replace(/\p{M}/gu, '')

const htmlSigns: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Those that write a value in another form. */
export const textFormFunctions = [
  define('upper', {
    takes: [text()],
    en: 'In capital letters.',
    fr: 'En majuscules.',
    examples: [['upper("Invoice")', 'INVOICE']],
    run: (run, value) => made(run, value.toUpperCase()),
  }),
  define('lower', {
    takes: [text()],
    en: 'In small letters.',
    fr: 'En minuscules.',
    examples: [['"Ada@Example.ORG" | lower', 'ada@example.org']],
    run: (run, value) => made(run, value.toLowerCase()),
  }),
  define('capitalize', {
    takes: [text()],
    en: 'With a capital first letter.',
    fr: 'Avec une majuscule initiale.',
    examples: [['capitalize("bonjour")', 'Bonjour']],
    run: (run, value) => {
      const first = /^./su.exec(value)?.[0] ?? ''
      return made(run, first.toUpperCase() + value.slice(first.length))
    },
  }),
  define('sameText', {
    takes: [text(), text('other')],
    en: 'Whether two texts are equal when capitals, accents and outer spaces do not count.',
    fr: 'Si deux textes sont égaux sans tenir compte des majuscules, accents et espaces extérieurs.',
    examples: [['sameText("Été ", "ete")', true]],
    run: (_, a, b) => unaccented(a.trim()).toLowerCase() === unaccented(b.trim()).toLowerCase(),
  }),
  define('removeAccents', {
    takes: [text()],
    en: 'Without accents.',
    fr: 'Sans accents.',
    examples: [['removeAccents("Éléonore")', 'Eleonore']],
    run: (run, value) => made(run, unaccented(value)),
  }),
  define('slug', {
    takes: [text()],
    en: 'Small letters and digits with hyphens between, for file names and addresses.',
    fr: 'Minuscules et chiffres reliés par des tirets, pour noms de fichiers et adresses.',
    examples: [['slug("Éclair & Co. 2026")', 'eclair-co-2026']],
    run: (run, value) =>
      made(
        run,
        (
          unaccented(value)
            .toLowerCase()
            .match(/[a-z0-9]+/g) ?? []
        ).join('-'),
      ),
  }),
  define('escapeHtml', {
    takes: [text()],
    en: 'Safe to stand inside HTML: &, <, > and quotation marks are written out.',
    fr: 'Sans danger dans du HTML : &, <, > et les guillemets sont transcrits.',
    examples: [['escapeHtml("<b>Q&A</b>")', '&lt;b&gt;Q&amp;A&lt;/b&gt;']],
    run: (run, value) =>
      made(
        run,
        value.replace(/[&<>"']/g, (sign) => htmlSigns[sign] ?? sign),
      ),
  }),
  define('urlEncode', {
    takes: [text()],
    en: 'Safe to stand inside a web address.',
    fr: 'Sans danger dans une adresse web.',
    examples: [['urlEncode("a b&c")', 'a%20b%26c']],
    run: (run, value) => made(run, encodeURIComponent(value.toWellFormed())),
  }),
  define('toText', {
    takes: [any()],
    en: 'Any value as a text: null as nothing, lists and records as JSON.',
    fr: "N'importe quelle valeur en texte : null devient rien, listes et objets du JSON.",
    examples: [
      ['toText(12.5)', '12.5'],
      ['toText([1, 2])', '[1,2]'],
    ],
    run: toText,
  }),
  define('toJson', {
    takes: [any()],
    en: 'A value written as JSON.',
    fr: 'Une valeur écrite en JSON.',
    examples: [['toJson({a: "x"})', '{"a":"x"}']],
    run: (run, value) => toJson(run, value),
  }),
]
