import { commonWords, runs } from './common-passwords.ts'

export type Person = { email: string; name: string }

// A password with fewer unpredictable characters than this is guessed early.
const minOwnChars = 4
const minOwnCharsWithPersonal = 6
const minDistinctChars = 5
const minSequenceLength = 3
const maxUnitLength = 6
const minPersonalWordLength = 4

// `l` counts as `i`, since a 1 may stand for either.
const looksLike: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '3': 'e',
  '€': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const unleet = (text: string) => [...text].map((char) => looksLike[char] ?? char).join('')

const words = commonWords.map(unleet)
const allRuns = runs.flatMap((run) => [run, [...run].reverse().join('')])

function personalWords({ email, name }: Person): string[] {
  const local = plain(email.split('@')[0] ?? '')
  const fullName = plain(name)
  const whole = [local, fullName].map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''))
  const parts = `${local} ${fullName}`.split(/[^\p{L}\p{N}]+/u)
  return [...whole, ...parts].filter((word) => word.length >= minPersonalWordLength).map(unleet)
}

/** Marks every occurrence of the word in the text; returns whether there was one. */
function cover(covered: boolean[], text: string, word: string): boolean {
  const first = text.indexOf(word)
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1)) covered.fill(true, at, at + word.length)
  return first !== -1
}

const sequenceLengthAt = (text: string, at: number) => {
  let length = minSequenceLength
  while (at + length <= text.length && allRuns.some((run) => run.includes(text.slice(at, at + length))))
    length += 1
  return length - 1
}

function coverRuns(covered: boolean[], text: string) {
  for (let at = 0; at < text.length; at += 1) {
    const length = sequenceLengthAt(text, at)
    if (length >= minSequenceLength) covered.fill(true, at, at + length)
  }
  for (const same of text.matchAll(/(.)\1{2,}/g)) covered.fill(true, same.index, same.index + same[0].length)
  for (const year of text.matchAll(/(?:19|20)\d\d/g)) covered.fill(true, year.index, year.index + 4)
}

/** abcabcabcabc, 1212121212121: the last repetition may be incomplete. */
const repeatsShortUnit = (text: string) =>
  Array.from({ length: maxUnitLength }, (_, i) => i + 1).some(
    (unit) => text.length >= unit * 2 && text.slice(unit) === text.slice(0, -unit),
  )

/** Whether a password is long enough and still among the first guesses. */
export function isWeakPassword(password: string, person: Person): boolean {
  // Ignore punctuation and spaces, as in p-a-s-s-w-o-r-d. Leet symbols count as letters here.
  const text = plain(password)
  if (new Set(text).size < minDistinctChars || repeatsShortUnit(text)) return true
  const forms = [text, text.replace(/[^\p{L}\p{N}@$!|€+]/gu, '')]
  return forms.some((form) => isMostlyKnown(form, personalWords(person)))
}

function isMostlyKnown(text: string, personal: string[]): boolean {
  const letters = unleet(text)
  // By code unit, like indexOf.
  const covered = new Array<boolean>(text.length).fill(false)
  for (const word of words) cover(covered, letters, word)
  coverRuns(covered, text)
  const hasPersonalWord = personal.map((word) => cover(covered, letters, word)).includes(true)
  const own = [...covered.keys()].filter(
    (at) => !covered[at] && /[\p{L}\p{N}\uD800-\uDFFF]/u.test(text[at] ?? ''),
  )
  return own.length < (hasPersonalWord ? minOwnCharsWithPersonal : minOwnChars)
}
