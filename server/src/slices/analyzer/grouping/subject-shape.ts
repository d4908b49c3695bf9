// The part of a subject that stays the same from one message to the next: "Your order 4711 has left" and "Your order
// 4712 has left" are "Your order # has left".

const prefixes = /^(?:\s*(?:re|fwd?|tr|aw|wg|réf|ref|rép|rep)\s*(?:\[\d+\])?\s*:)+/i
const opening = /["“«([]/
const quoted = /"[^"]{1,200}"|“[^”]{1,200}”|«[^»]{1,200}»|\([^()]{1,200}\)|\[[^[\]]{1,200}\]/gu
const calendar = new Set(
  `january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec
  janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre decembre
  janv févr fevr avr juil déc
  monday tuesday wednesday thursday friday saturday sunday
  lundi mardi mercredi jeudi vendredi samedi dimanche`.split(/\s+/),
)
const punctuation = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const digitOrAt = /[\p{N}@#]/u
const longestName = 12
const maxSubject = 500
const maxShape = 120

/** Without marks of replies. */
export const bareSubject = (subject: string | null) =>
  (subject ?? '').slice(0, maxSubject).toWellFormed().replace(prefixes, '').replaceAll(/\s+/g, ' ').trim()

/** Numbers, dates, amounts, references, addresses, names of days and months. */
function isVariable(token: string): boolean {
  if (digitOrAt.test(token)) return true
  return token.length <= longestName && calendar.has(token.toLowerCase().replaceAll(punctuation, ''))
}

export function subjectShape(subject: string | null): string {
  const bare = bareSubject(subject)
  const tokens: string[] = []
  for (const token of (opening.test(bare) ? bare.replaceAll(quoted, '#') : bare).split(' ')) {
    const part = isVariable(token) ? '#' : token
    if (part !== '#' || tokens.at(-1) !== '#') tokens.push(part)
  }
  return tokens.join(' ').slice(0, maxShape).toWellFormed().trim()
}
