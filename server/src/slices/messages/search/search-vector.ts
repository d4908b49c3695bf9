import { memoize } from '../../../platform/memoize.ts'
import { wordsOf } from '../../../platform/text/fold.ts'

// Builds the text of a tsvector. PostgreSQL's parser splits addresses and hyphenated words differently; this tokeniser
// treats stored text and queries the same way and spares the database the parsing.

export type Weight = 'A' | 'B' | 'C' | 'D'
type Person = { name?: string; email: string }

export type Searchable = {
  mailboxId: string
  subject: string | null
  from: Person | null
  snippet: string | null
  recipients: Person[]
}

// PostgreSQL stores positions up to 16383.
const maxWords = 5_000

/**
 * A word as stored in the index. Words of senders are stored a second time with a prefix, words of recipients only with
 * one: a GIN index has no weights, so that otherwise every match would need a recheck.
 */
export const lexemeOf = (word: string, weight: Weight | undefined) =>
  weight === 'B' ? `<${word}` : weight === 'D' ? `>${word}` : word

/** The lexeme of every message of a mailbox. Words contain no @. */
export const mailboxLexeme = (mailboxId: string) => `@${mailboxId.slice(-12)}`

// A mailbox receives mail from the same people repeatedly.
const knownWords = memoize(wordsOf, 5_000)
const wordsOfPerson = ({ name, email }: Person) => knownWords(name === undefined ? email : `${name} ${email}`)

/** The tsvector of a message, and its lexemes for the word filter of the thread. */
export type IndexedWords = { vector: string; lexemes: Iterable<string> }

export function indexWords({ mailboxId, subject, from, snippet, recipients }: Searchable): IndexedWords {
  const positions = new Map<string, string>()
  let position = 0
  const put = (lexeme: string, at: string) => {
    const earlier = positions.get(lexeme)
    positions.set(lexeme, earlier === undefined ? at : `${earlier},${at}`)
  }
  const add = (words: string[], weight: Weight) => {
    for (const word of words) {
      if (++position > maxWords) return
      const at = `${position}${weight}`
      if (weight !== 'D') put(word, at)
      if (weight === 'B' || weight === 'D') put(lexemeOf(word, weight), at)
    }
    // A gap, so that no phrase spans two fields.
    position++
  }
  add(wordsOf(subject ?? ''), 'A')
  if (from) add(wordsOfPerson(from), 'B')
  add(wordsOf(snippet ?? ''), 'C')
  for (const person of recipients) add(wordsOfPerson(person), 'D')
  let vector = `'${mailboxLexeme(mailboxId)}'`
  for (const [word, at] of positions) vector += ` '${word}':${at}`
  return { vector, lexemes: positions.keys() }
}
