import { wordsOf } from '../../../platform/text/fold.ts'

// A tsvector as text. PostgreSQL's own parser takes addresses and hyphens apart in a way of its own, and does so
// for each message; this one is the same for what is stored and for what is asked.

export type Weight = 'A' | 'B' | 'C' | 'D'
type Person = { name?: string; email: string }

export type Searchable = {
  mailboxId: string
  subject: string | null
  from: Person | null
  snippet: string | null
  recipients: Person[]
}

// PostgreSQL keeps positions up to 16383.
const maxWords = 5_000

/**
 * A word as it stands in the index. Those of senders stand there a second time, and those of recipients only, with a
 * sign before them: an index keeps no weights, so that each match would have to be looked at for its own.
 */
export const lexemeOf = (word: string, weight: Weight | undefined) =>
  weight === 'B' ? `<${word}` : weight === 'D' ? `>${word}` : word

/** Stands in every message of a mailbox. No word has an @. */
export const mailboxMark = (mailboxId: string) => `@${mailboxId.slice(-12)}`

// A mailbox hears from the same people again and again.
const maxPeople = 5_000
const wordsByPerson = new Map<string, string[]>()
function wordsOfPerson({ name, email }: Person): string[] {
  const text = name === undefined ? email : `${name} ${email}`
  const known = wordsByPerson.get(text)
  if (known) return known
  if (wordsByPerson.size >= maxPeople) wordsByPerson.clear()
  const words = wordsOf(text)
  wordsByPerson.set(text, words)
  return words
}

/** The words of a message with their places, and what a thread keeps of them. */
export type Indexed = { vector: string; lexemes: Iterable<string> }

export function indexWords({ mailboxId, subject, from, snippet, recipients }: Searchable): Indexed {
  const places = new Map<string, string>()
  let position = 0
  const put = (lexeme: string, place: string) => {
    const known = places.get(lexeme)
    places.set(lexeme, known === undefined ? place : `${known},${place}`)
  }
  const add = (words: string[], weight: Weight) => {
    for (const word of words) {
      if (++position > maxWords) return
      const place = `${position}${weight}`
      if (weight !== 'D') put(word, place)
      if (weight === 'B' || weight === 'D') put(lexemeOf(word, weight), place)
    }
    // A gap, so that no phrase runs from one field into the next.
    position++
  }
  add(wordsOf(subject ?? ''), 'A')
  if (from) add(wordsOfPerson(from), 'B')
  add(wordsOf(snippet ?? ''), 'C')
  for (const one of recipients) add(wordsOfPerson(one), 'D')
  let vector = `'${mailboxMark(mailboxId)}'`
  for (const [word, where] of places) vector += ` '${word}':${where}`
  return { vector, lexemes: places.keys() }
}
