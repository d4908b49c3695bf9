import { firstNames } from './first-names.ts'
import { fold } from './fold.ts'
import { add, type Scan } from './matches.ts'
import { notNames, titles } from './name-words.ts'

const word = /(?<![\p{L}\p{N}_@])(?:[\p{L}]['’])?\p{Lu}[\p{L}\p{M}]*(?:['’]\p{Lu}?\p{L}+)*(?:-\p{L}+)*\.?/gu
const joint =
  /^(?: |-| & | et (?=\p{Lu})| (?:de|du|des|la|le|les|of|van|von|der|den|del|della|di|da|al|el|y)(?: (?:la|le|les|der|den))? | d['’]| de l['’])$/u
// A verb that a person does, after a word that begins a sentence: "Bogdan will call you".
const acts =
  /^ (?:will|would|can|has|is|from|at|vous|va|peut|pourra|passera|prendra|sera|appellera|repasse|rappelle|viendra|s'en|se )/

type Token = { start: number; end: number; isFirst: boolean; folded: string }

/** Whether a sentence, a line or a quotation begins here. */
function isSentenceStart(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 6), start)
  return start === 0 || /(?:^|[.!?:;…]["»”)]?\s+|\n\s*|[«“"(]\s*|[-–•*]\s)$/u.test(before)
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(word)) {
    const elided = /^\p{L}['’]/u.exec(match[0])?.[0].length ?? 0
    let [whole] = match
    // The dot of "Dr." or "J." belongs to the word; the dot of a sentence does not.
    if (whole.endsWith('.') && whole.length > 3) whole = whole.slice(0, -1)
    whole = whole.replace(/['’]s$/u, '')
    const isFirst = isSentenceStart(text, match.index)
    const start = match.index + (isFirst && whole.length > elided ? elided : elided)
    if (elided > 0 && !/^\p{Lu}/u.test(text.slice(start))) continue
    tokens.push({
      start,
      end: match.index + whole.length,
      isFirst: isFirst && elided === 0,
      folded: fold(whole.slice(elided)),
    })
  }
  return tokens
}

/** "Le Bras", "De Smet": with a capital inside a sentence they belong to the name. */
const particles = new Set([
  'de',
  'du',
  'des',
  'la',
  'le',
  'les',
  'van',
  'von',
  'der',
  'den',
  'el',
  'al',
  'd',
  'di',
  'da',
])

const isNoName = ({ folded }: Token) => {
  const plain = folded.replace(/\.$/, '')
  return notNames.has(plain) || titles.has(plain)
}

/** Joins neighbours to one name: "Verrerie du Forez", "Stein & Aldous". */
function groupsOf(text: string, tokens: Token[], taken: Uint8Array): Token[][] {
  const groups: Token[][] = []
  for (const token of tokens) {
    if (taken[token.start] || (isNoName(token) && (token.isFirst || !particles.has(token.folded)))) {
      groups.push([])
      continue
    }
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && !token.isFirst && joint.test(text.slice(last.end, token.start))) group.push(token)
    else groups.push([token])
  }
  return groups.filter((group) => group.length > 0)
}

/** The first word of a sentence is capitalised whatever it is. */
function isName(text: string, group: Token[]): boolean {
  const [first, second] = group
  if (!first?.isFirst || second) return first !== undefined
  if (firstNames.has(first.folded) || firstNames.has(first.folded.split('-')[0] ?? '')) return true
  const line = text.slice(text.lastIndexOf('\n', first.start) + 1, first.start)
  const isAlone = /^\s*$|:\s*$/.test(line) && first.start > 0 && /^\s*(?:\n|$)/.test(text.slice(first.end))
  return (
    isAlone ||
    (acts.test(text.slice(first.end)) &&
      /^[a-z-]{3,}$/.test(first.folded) &&
      !/(?:tion|ment|ing|ness|ship|age|ure|ance|ence|ty|te)$/.test(first.folded))
  )
}

/** A sentence-initial word that is no first name may be a verb before the name: "Contactez Bérénice Vasseur". */
function trimVerb(group: Token[]): Token[] {
  const [first, ...rest] = group
  const isVerb =
    first?.isFirst &&
    rest.length > 0 &&
    /(?:ez|ing|ly|ant|ons)$/.test(first.folded) &&
    !firstNames.has(first.folded)
  return isVerb ? rest : group
}

/** Proper names: of people, companies, places and products. */
export function findNames(scan: Scan) {
  const { text, taken } = scan
  for (const found of groupsOf(text, tokensOf(text), taken)) {
    const group = trimVerb(found)
    const first = group[0]
    const last = group.at(-1)
    if (!first || !last || !isName(text, group)) continue
    if (group.length === 1 && first.folded.replace('.', '').length < 2) continue
    const name = fold(text.slice(first.start, last.end)).replace(/\.$/, '')
    add(scan, {
      kind: 'name',
      start: first.start,
      end: first.start + name.length,
      readings: [{ key: `name ${name}` }],
    })
  }
}
