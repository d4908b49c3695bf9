import { ordinaryNames } from './name-words.ts'

type Range = readonly [start: number, end: number]
type Word = { folded: string; start: number; end: number; isCapital: boolean }

// "Martin, Sophie" and "first name: Sophie; last name: Martin" are Sophie Martin.
const maxGap = 5
const joints = new Set([
  'de',
  'du',
  'des',
  'la',
  'le',
  'les',
  'of',
  'van',
  'von',
  'der',
  'den',
  'et',
  'and',
  'd',
  'l',
])

function wordsOf(text: string, folded: string): Word[] {
  const words: Word[] = []
  for (const match of folded.matchAll(/[a-z0-9]+/g)) {
    const end = match.index + match[0].length
    words.push({
      folded: match[0],
      start: match.index,
      end,
      isCapital: /^\p{Lu}/u.test(text.slice(match.index, match.index + 2)),
    })
  }
  return words
}

/** The same word, with or without a plural or possessive s; one letter is an initial. */
const isSame = (wanted: string, word: string) =>
  wanted === word ||
  `${wanted}s` === word ||
  wanted === `${word}s` ||
  (wanted.length === 1 && word.startsWith(wanted))

/** Finds a name whatever its case and accents, also in an e-mail address. */
export function nameFinder(text: string, folded: string): (name: string) => Range | undefined {
  const words = wordsOf(text, folded)
  const places = new Map<string, number[]>()
  words.forEach((word, at) => {
    const known = places.get(word.folded)
    if (known) known.push(at)
    else places.set(word.folded, [at])
  })
  const startsOf = (token: string) =>
    [token, `${token}s`, token.replace(/s$/, '')].flatMap((form) => places.get(form) ?? [])

  function matchFrom(at: number, tokens: string[], anchor: number): Range | undefined {
    let from = at
    let to = at
    for (const [index, token] of tokens.entries()) {
      if (index === anchor) continue
      const near = nearby(at, tokens.length + maxGap).find((each) => isSame(token, words[each]?.folded ?? ''))
      if (near === undefined) return undefined
      from = Math.min(from, near)
      to = Math.max(to, near)
    }
    const [first, last] = [words[from], words[to]]
    return first && last ? [first.start, last.end] : undefined
  }
  const nearby = (at: number, distance: number) => {
    const places: number[] = []
    for (let step = 1; step <= distance; step++) places.push(at + step, at - step)
    return places
  }

  return (name) => {
    const tokens = name.split(/[^a-z0-9]+/).filter((token) => token !== '' && !joints.has(token))
    const anchor = tokens.findIndex((token) => token.length > 1)
    const rarest = tokens[anchor]
    if (rarest === undefined) return undefined
    for (const at of startsOf(rarest)) {
      const word = words[at]
      if (
        tokens.length === 1 &&
        ordinaryNames.has(rarest) &&
        word &&
        !word.isCapital &&
        !isInAddress(folded, word)
      )
        continue
      const range = matchFrom(at, tokens, anchor)
      if (range) return range
    }
    return undefined
  }
}

const isInAddress = (folded: string, { start, end }: Word) =>
  folded.slice(end).match(/^[\w.+-]*@/) !== null || folded.charAt(start - 1) === '@'
