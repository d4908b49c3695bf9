// Case and accent folding: "Éloïse", "ELOISE" and "éloise" are the same.

const ascii = /^[\0-\x7f]*$/
// Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels. In other scripts, marks are letters.
const longMarkRuns = /(\p{M}{8})\p{M}+/gu
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
// Letters that no normalisation form decomposes.
const undecomposed: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const anyUndecomposed = /[ßæœøđðþłıħŧς]/g

/** Message and table search store the result, so a change here requires rebuilding them. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // Marks are removed first: normalising sorts a run of them in quadratic time.
  return text
    .replace(accents, '')
    .replace(longMarkRuns, '$1')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(accents, '')
    .replace(anyUndecomposed, (letter) => undecomposed[letter] ?? letter)
    .normalize('NFC')
}

/** `fold` for conditions that people write: a curly apostrophe equals a straight one. */
export const foldForComparison = (text: string) => fold(text).replaceAll('’', "'")

/** The subset of `fold` that a query can repeat on a column with `normalize` and `regexp_replace`. */
export const foldLikeSql = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const word = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const asciiWord = /[a-z0-9]+/g
// Scripts without spaces between words: each character counts as a word, and a run of them as a phrase.
const spaceless =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud8bf]/
const single =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const maxWordLength = 64
const truncateWord = (one: string) =>
  one.length > maxWordLength ? one.slice(0, maxWordLength).toWellFormed() : one

/** The folded words of a text. An address has several: `ada@example.com` is ada, example, com. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  const found = folded.match(ascii.test(folded) ? asciiWord : word) ?? []
  return (spaceless.test(folded) ? found.flatMap((one) => one.match(single) ?? []) : found).map(truncateWord)
}
