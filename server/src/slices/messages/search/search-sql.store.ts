import { all, join, type Sql, sql, unprepared } from '../../../platform/db/sql.ts'
import { fold } from '../../../platform/text/fold.ts'
import { type Asked, ownMailboxes } from '../messages.store.ts'
import { isText, type SearchNode } from './search-node.ts'
import { lexemeOf, mailboxMark } from './search-vector.ts'
import type { Expected } from './word-frequencies.store.ts'
import { neededLetters } from './word-letters.ts'

// A query as a condition on a message `m`. Words reach PostgreSQL as one tsquery, built from
// letters and digits alone and passed as a value.

/** The keys of the folders that a name in a query means. */
export type FolderKeys = (name: string) => string[]

function tsqueryOf(node: SearchNode): string {
  if (node.kind === 'text') {
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    const last = node.words.length - 1
    const words = node.words.map((word, i) => {
      const marks = `${node.prefix && i === last ? '*' : ''}${only === 'A' ? 'A' : ''}`
      return `'${lexemeOf(word, only)}'${marks && `:${marks}`}`
    })
    return words.length === 1 ? (words[0] as string) : `(${words.join(' <-> ')})`
  }
  if (node.kind === 'not') return `!(${tsqueryOf(node.part)})`
  if (node.kind !== 'and' && node.kind !== 'or') throw new Error(`${node.kind} is no text`)
  return `(${node.parts.map(tsqueryOf).join(node.kind === 'and' ? ' & ' : ' | ')})`
}

const words = (query: string) => sql`m.search @@ ${query}::tsquery`

const foldersWhere = (asked: Asked, which: Sql) => sql`m.folder_id = any (array(
  select f.id from mailbox_owners b join folders f on f.mailbox_id = b.id where ${ownMailboxes(asked)} and ${which}))`

/**
 * Whether the message is in one of these folders, as `message_keys` tells it; the folders are looked up once a
 * statement instead of once a message.
 */
export function inFolders(asked: Asked, keys: string[]): Sql {
  const own = foldersWhere(asked, sql`message_keys(f.key, f.role, '{}', false) && ${keys}::text[]`)
  const labelled = sql`m.labels && ${keys}::text[]`
  const shown = foldersWhere(asked, sql`f.role is distinct from 'trash' and f.role is distinct from 'spam'`)
  const starred = keys.includes('starred') ? sql` or (m.flagged and ${shown})` : sql``
  return sql`(${own} or ${labelled}${starred})`
}

const flagColumns = { seen: sql`m.seen`, flagged: sql`m.flagged`, attachments: sql`m.has_attachments` }

type Within = { asked: Asked; folderKeys: FolderKeys }

function condition(node: SearchNode, within: Within): Sql {
  if (isText(node)) return words(tsqueryOf(node))
  switch (node.kind) {
    case 'flag':
      return node.value ? flagColumns[node.column] : sql`not ${flagColumns[node.column]}`
    case 'folder':
      return inFolders(within.asked, within.folderKeys(node.name))
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
      return words(tsqueryOf(node))
  }
}

export type Search = {
  /** What must hold for a message of the member's. */
  matches: Sql
  /** The same for any message: of one of these mailboxes, whose marks go to the index with the words. */
  within(mailboxIds: string[]): Sql
  /** How many messages are expected to match, and which share of all; undefined where nothing tells. */
  expected: Expected | undefined
  /** What a thread must have in its letters; two say enough. */
  letters: [string, string]
  /** Makes a statement with these conditions: kept by the connections unless callers shape its text. */
  statement(query: Sql): Sql
}

const fewOfAll = 400

/** The words of a query go together, so that the index is asked once. */
export function searchOf(
  node: SearchNode,
  asked: Asked,
  folderKeys: FolderKeys,
  expected?: Expected,
): Search {
  const parts = node.kind === 'and' ? node.parts : [node]
  const [first = '', second = ''] = neededLetters(node)
  const text = parts.filter(isText).map(tsqueryOf)
  const others = parts.filter((part) => !isText(part)).map((part) => condition(part, { asked, folderKeys }))
  return {
    matches: all([...(text.length > 0 ? [words(text.join(' & '))] : []), ...others]),
    within: (mailboxIds) => {
      // The marks stand in long lists: where few match at all, reading those costs more than the matches of others.
      const isRare = expected !== undefined && expected.matches < fewOfAll
      const marks = mailboxIds.map((id) => `'${mailboxMark(id)}'`).join(' | ')
      const query = isRare ? text.join(' & ') : `(${marks}) & ${text.join(' & ')}`
      return all([
        sql`m.mailbox_id = any (${mailboxIds}::uuid[])`,
        ...(text.length > 0 ? [words(query)] : []),
        ...others,
      ])
    },
    expected,
    letters: [first, second],
    statement: others.length > 0 ? unprepared : (query) => query,
  }
}

type NamedFolder = { key: string; role: string | null; name: string }

/** A folder is named by its key, or by its name without regard to case and accents. */
export function folderKeysOf(folders: NamedFolder[]): FolderKeys {
  return (asked) => {
    const name = fold(asked)
    const known = folders.filter((one) => one.key === asked || fold(one.name) === name).map((one) => one.key)
    return [...new Set([...known, name])]
  }
}
