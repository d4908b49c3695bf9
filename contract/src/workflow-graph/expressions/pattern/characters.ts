// Character sets. All regular expressions here are constants that test one character.

/** A character category; ASCII is precomputed, so that building a set is cheap. */
type Category = { test: RegExp; ascii: Uint8Array }
export type Part = { from: number; to: number } | { category: Category; isNot: boolean }
export type CharacterSet = { isNot: boolean; parts: Part[]; ascii: Uint8Array; ignoreCase: boolean }

const category = (test: RegExp): Category => ({
  test,
  ascii: Uint8Array.from({ length: 128 }, (_, code) => (test.test(String.fromCharCode(code)) ? 1 : 0)),
})

const word = category(/[\p{L}\p{M}\p{N}_]/u)
const digit = category(/[0-9]/)
const space = category(/\s/)
const properties: Record<string, Category> = {
  L: category(/\p{L}/u),
  Lu: category(/\p{Lu}/u),
  Ll: category(/\p{Ll}/u),
  N: category(/\p{N}/u),
  P: category(/\p{P}/u),
  S: category(/\p{S}/u),
}

/** \d \w \s and their negations. \w includes letters of every language, \d only 0 to 9. */
export const escapedParts: Record<string, Part[]> = {
  d: [{ category: digit, isNot: false }],
  D: [{ category: digit, isNot: true }],
  w: [{ category: word, isNot: false }],
  W: [{ category: word, isNot: true }],
  s: [{ category: space, isNot: false }],
  S: [{ category: space, isNot: true }],
}

export function propertyParts(name: string, isNot: boolean): Part[] | undefined {
  const found = Object.hasOwn(properties, name) ? properties[name] : undefined
  return found === undefined ? undefined : [{ category: found, isNot }]
}

const singleCode = (text: string, code: number) => {
  const found = text.codePointAt(0) ?? code
  return text.length === (found > 0xffff ? 2 : 1) ? found : code
}
const lower = (code: number) => singleCode(String.fromCodePoint(code).toLowerCase(), code)
const upper = (code: number) => singleCode(String.fromCodePoint(code).toUpperCase(), code)

/** Characters that differ only in case have the same fold. */
export function fold(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code
  return lower(code)
}

const inParts = (parts: Part[], code: number) =>
  parts.some((part) =>
    'category' in part
      ? part.category.test.test(String.fromCodePoint(code)) !== part.isNot
      : code >= part.from && code <= part.to,
  )

const testSet = ({ parts, isNot, ignoreCase }: CharacterSet, code: number) => {
  const isIn =
    inParts(parts, code) || (ignoreCase && (inParts(parts, lower(code)) || inParts(parts, upper(code))))
  return isIn !== isNot
}

function addAscii(ascii: Uint8Array, part: Part) {
  if ('category' in part) {
    const unwanted = part.isNot ? 1 : 0
    for (let code = 0; code < 128; code++) if (part.category.ascii[code] !== unwanted) ascii[code] = 1
  } else if (part.from < 128) ascii.fill(1, part.from, Math.min(part.to, 127) + 1)
}

export function characterSet(parts: Part[], isNot: boolean, ignoreCase: boolean): CharacterSet {
  const ascii = new Uint8Array(128)
  for (const part of parts) addAscii(ascii, part)
  for (let small = 97; ignoreCase && small <= 122; small++)
    if (ascii[small] === 1 || ascii[small - 32] === 1)
      ascii.fill(1, small, small + 1).fill(1, small - 32, small - 31)
  if (isNot) for (let code = 0; code < 128; code++) ascii[code] = ascii[code] === 1 ? 0 : 1
  return { parts, isNot, ignoreCase, ascii }
}

export const hasCharacter = (set: CharacterSet, code: number): boolean =>
  code < 128 ? set.ascii[code] === 1 : testSet(set, code)

/** The extra cost of a lookup: characters beyond ASCII are tested against each part. */
export const lookupCost = (set: CharacterSet, code: number): number =>
  code < 128 ? 0 : set.parts.length * (set.ignoreCase ? 12 : 4)

const wordSet = characterSet([{ category: word, isNot: false }], false, false)
export const isWordCharacter = (code: number) => code >= 0 && hasCharacter(wordSet, code)
