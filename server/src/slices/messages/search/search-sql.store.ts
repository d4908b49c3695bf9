import { all, join, type Sql, sql, unprepared } from '../../../platform/db/sql.ts'
import { fold } from '../../../platform/text/fold.ts'
import { type MailboxScope, type OwnMailbox, ownMailboxes } from '../messages.store.ts'
import { isText, type SearchNode } from './search-node.ts'
import { lexemeOf, mailboxLexeme } from './search-vector.ts'
import type { MatchEstimate } from './word-frequencies.store.ts'
import { requiredHashChars } from './word-hashes.ts'

// Converts a query to a condition on a message `m`. Words become one tsquery, built from letters and digits alone and
// passed as a parameter.

/** Returns the keys of the folders that a name in a query refers to. */
export type ResolveFolderKeys = (name: string) => string[]

function tsqueryOf(node: SearchNode): string {
  if (node.kind === 'text') {
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    const last = node.words.length - 1
    const words = node.words.map((word, i) => {
      const suffix = `${node.prefix && i === last ? '*' : ''}${only === 'A' ? 'A' : ''}`
      return `'${lexemeOf(word, only)}'${suffix && `:${suffix}`}`
    })
    return words.length === 1 ? (words[0] as string) : `(${words.join(' <-> ')})`
  }
  if (node.kind === 'not') return `!(${tsqueryOf(node.part)})`
  if (node.kind !== 'and' && node.kind !== 'or') throw new Error(`${node.kind} is not a text condition`)
  return `(${node.parts.map(tsqueryOf).join(node.kind === 'and' ? ' & ' : ' | ')})`
}

const matchesQuery = (query: string) => sql`m.search @@ ${query}::tsquery`

const foldersWhere = (scope: MailboxScope, which: Sql) => sql`m.folder_id = any (array(
  select f.id from mailbox_owners b join folders f on f.mailbox_id = b.id where ${ownMailboxes(scope)} and ${which}))`

/**
 * Whether the message is in one of these folders, consistent with `message_keys`. The folders are looked up once per
 * statement instead of once per message.
 */
export function inFolders(scope: MailboxScope, keys: string[]): Sql {
  const own = foldersWhere(scope, sql`message_keys(f.key, f.role, '{}', false) && ${keys}::text[]`)
  const labelled = sql`m.labels && ${keys}::text[]`
  const shown = foldersWhere(scope, sql`f.role is distinct from 'trash' and f.role is distinct from 'spam'`)
  const starred = keys.includes('starred') ? sql` or (m.flagged and ${shown})` : sql``
  return sql`(${own} or ${labelled}${starred})`
}

const flagColumns = { seen: sql`m.seen`, flagged: sql`m.flagged`, attachments: sql`m.has_attachments` }

type SearchScope = { scope: MailboxScope; folderKeys: ResolveFolderKeys }

function condition(node: SearchNode, within: SearchScope): Sql {
  if (isText(node)) return matchesQuery(tsqueryOf(node))
  switch (node.kind) {
    case 'flag':
      return node.value ? flagColumns[node.column] : sql`not ${flagColumns[node.column]}`
    case 'folder':
      return inFolders(within.scope, within.folderKeys(node.name))
    case 'date':
      return node.side === 'before' ? sql`m.received_at < ${node.at}` : sql`m.received_at >= ${node.at}`
    case 'size':
      return node.side === 'larger' ? sql`m.size > ${node.bytes}::int` : sql`m.size < ${node.bytes}::int`
    case 'not':
      return sql`not (${condition(node.part, within)})`
    case 'and':
    case 'or': {
      const parts = node.parts.map((part) => condition(part, within))
      return sql`(${join(parts, node.kind === 'and' ? ' and ' : ' or ')})`
    }
    case 'text':
      return matchesQuery(tsqueryOf(node))
  }
}

export type Search = {
  /** The condition for a message of the member. */
  matches: Sql
  /** The condition for any message; restricts the index lookup to these mailboxes by their lexemes. */
  within(mailboxes: OwnMailbox[]): Sql
  /** The expected number and share of matching messages; undefined when unknown. */
  expected: MatchEstimate | undefined
  /** Hash characters that the word filter of a matching thread contains; two are selective enough. */
  hashChars: [string, string]
  /** Wraps a statement with these conditions. It is prepared unless its text depends on the query. */
  statement(query: Sql): Sql
}

/** Reading this many entries of a posting list takes as long as filtering out one match of another mailbox. */
const entriesPerMatch = 150

/**
 * Whether the index lookup includes the lexemes of the mailboxes. Their posting lists are long: it pays when the messages
 * of other mailboxes have many matches.
 */
function needsMailboxLexemes(mailboxes: OwnMailbox[], expected: MatchEstimate | undefined): boolean {
  if (!expected) return true
  const own = mailboxes.reduce((sum, { messages }) => sum + messages, 0)
  const total = Math.max(own, expected.matches / expected.share)
  return expected.matches * (1 - own / total) > own / entriesPerMatch
}

/** Combines all words of a query, so that the index is queried once. */
export function buildSearch(
  node: SearchNode,
  scope: MailboxScope,
  folderKeys: ResolveFolderKeys,
  expected?: MatchEstimate,
): Search {
  const parts = node.kind === 'and' ? node.parts : [node]
  const [first = '', second = ''] = requiredHashChars(node)
  const text = parts.filter(isText).map(tsqueryOf)
  const others = parts.filter((part) => !isText(part)).map((part) => condition(part, { scope, folderKeys }))
  return {
    matches: all([...(text.length > 0 ? [matchesQuery(text.join(' & '))] : []), ...others]),
    within: (mailboxes) => {
      const lexemes = mailboxes.map(({ id }) => `'${mailboxLexeme(id)}'`).join(' | ')
      const isNarrowed = needsMailboxLexemes(mailboxes, expected)
      const query = isNarrowed ? `(${lexemes}) & ${text.join(' & ')}` : text.join(' & ')
      return all([
        sql`m.mailbox_id = any (${mailboxes.map(({ id }) => id)}::uuid[])`,
        ...(text.length > 0 ? [matchesQuery(query)] : []),
        ...others,
      ])
    },
    expected,
    hashChars: [first, second],
    statement: others.length > 0 ? unprepared : (query) => query,
  }
}

type NamedFolder = { key: string; role: string | null; name: string }

/** A folder is referred to by its key, or by its name, ignoring case and accents. */
export function createFolderResolver(folders: NamedFolder[]): ResolveFolderKeys {
  return (keyOrName) => {
    const name = fold(keyOrName)
    const known = folders
      .filter((folder) => folder.key === keyOrName || fold(folder.name) === name)
      .map(({ key }) => key)
    return [...new Set([...known, name])]
  }
}
