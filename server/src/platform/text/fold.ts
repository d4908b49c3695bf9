// One way of reading words, for what is stored and for what is asked: "Éloïse", "ELOISE" and "éloise" are the same.

const ascii = /^[\0-\x7f]*$/
// Accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic. Marks of other scripts are letters there.
const runs = /(\p{M}{8})\p{M}+/gu
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g
// What no normalisation takes apart.
const letters: Record<string, string> = {
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
const special = /[ßæœøđðþłıħŧς]/g

export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // Marks go first: to put a long run of them into order would take time by the square of its length.
  return text
    .replace(accents, '')
    .replace(runs, '$1')
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(accents, '')
    .replace(special, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
}

const word = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const asciiWord = /[a-z0-9]+/g
// Scripts without spaces between words: each character is a word, and a run of them a phrase.
const spaceless =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud8bf]/
const single =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const maxLetters = 64
const shorten = (one: string) => (one.length > maxLetters ? one.slice(0, maxLetters).toWellFormed() : one)

/** The words of a text, folded. An address is several: `ada@example.com` is ada, example, com. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  const found = folded.match(ascii.test(folded) ? asciiWord : word) ?? []
  return (spaceless.test(folded) ? found.flatMap((one) => one.match(single) ?? []) : found).map(shorten)
}
