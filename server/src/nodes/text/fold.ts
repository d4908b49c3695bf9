const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', '’': "'" }

const plain = /^[\n\r\t -~]*$/

/** As people compare texts: without capitals, accents and the shape of apostrophes. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (plain.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđ’]/g, (letter) => ligatures[letter] ?? letter)
}
