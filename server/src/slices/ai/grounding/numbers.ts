// Numbers as digits and as words, English and French. All patterns are for folded text.

/** Digits with separators: 1,200.50 or 1 200,50 or 1.200 or 24. */
export const digits = "\\d{1,3}(?:[ .,']\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d+)?"

const units: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  quatorze: 14,
  quinze: 15,
  seize: 16,
}
const tens: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  vingt: 20,
  vingts: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
  septante: 70,
  huitante: 80,
  nonante: 90,
}
const scales: Record<string, number> = {
  hundred: 100,
  cent: 100,
  cents: 100,
  thousand: 1000,
  mille: 1000,
  million: 1_000_000,
  millions: 1_000_000,
}
const dozens: Record<string, number> = {
  dozen: 12,
  douzaine: 12,
  quinzaine: 15,
  vingtaine: 20,
  centaine: 100,
}

const word = [units, tens, scales, dozens]
  .flatMap((words) => Object.keys(words))
  .sort((a, b) => b.length - a.length)
  .join('|')
/** A number in words: "twenty-four", "quatre-vingt-dix", "twelve hundred". */
export const words = `(?:${word})(?:(?:[ -](?:et |and )?|-et-)(?:${word})){0,8}`

export const number = `(?:${digits}|\\b${words}\\b)`

function readWords(text: string): number | undefined {
  let total = 0
  let group = 0
  for (const part of text.split(/[ -]/)) {
    if (part === 'et' || part === 'and' || part === '') continue
    const scale = scales[part]
    const value = units[part] ?? tens[part]
    if (scale === 100) group = (group || 1) * 100
    else if (scale !== undefined) {
      total += (group || 1) * scale
      group = 0
    } else if (dozens[part] !== undefined) group = (group || 1) * (dozens[part] ?? 1)
    // "quatre-vingt" is four times twenty.
    else if (part.startsWith('vingt') && group % 100 === 4) group += 76
    else if (value !== undefined) group += value
    else return undefined
  }
  return total + group
}

/** The values that a written number may have: "1,200" is 1200 in English and 1.2 in French. */
export function readNumber(text: string): number[] {
  if (!/\d/.test(text)) {
    const value = readWords(text)
    return value === undefined ? [] : [value]
  }
  const plain = text.replaceAll(/[ ']/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return [Number(plain)]
  const whole = plain.slice(0, last).replaceAll(/[.,]/g, '')
  const rest = plain.slice(last + 1)
  const decimal = Number(`${whole}.${rest}`)
  const grouped = Number(whole + rest)
  const separators = plain.replaceAll(/\d/g, '')
  if (rest.length !== 3 || whole === '0') return [decimal]
  // The same separator twice can only group digits.
  if (separators.length > 1) return separators[0] === separators.at(-1) ? [grouped] : [decimal]
  return [grouped, decimal]
}
