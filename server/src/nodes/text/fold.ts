const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', '’': "'" }

const plain = /^[\n\r\t -~]*$/

/** As people compare texts: without capitals, accents and the shape of apostrophes. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (plain.test(lower)) return lower
  // Marks go first: to put a long run of them into order would take time by the square of its length.
  return lower
    .replace(/\p{M}+/gu, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđ’]/g, (letter) => ligatures[letter] ?? letter)
}
