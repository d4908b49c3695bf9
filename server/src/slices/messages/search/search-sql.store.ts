import { all, join, type Sql, sql } from '../../../platform/db/sql.ts'
import { fold } from './fold.ts'
import { isText, type SearchNode } from './search-node.ts'
import { mailboxMark } from './search-vector.ts'

// A query as a condition on a message `m` in its folder `f`. Words reach PostgreSQL as one tsquery, built from
// letters and digits alone and passed as a value.

/** The keys of the folders that a name in a query means. */
export type FolderKeys = (name: string) => string[]

function tsqueryOf(node: SearchNode): string {
  if (node.kind === 'text') {
    const weights = node.weights.join('')
    const last = node.words.length - 1
    const words = node.words.map((word, i) => `'${word}':${node.prefix && i === last ? '*' : ''}${weights}`)
    return words.length === 1 ? (words[0] as string) : `(${words.join(' <-> ')})`
  }
  if (node.kind === 'not') return `!(${tsqueryOf(node.part)})`
  if (node.kind !== 'and' && node.kind !== 'or') throw new Error(`${node.kind} is no text`)
  return `(${node.parts.map(tsqueryOf).join(node.kind === 'and' ? ' & ' : ' | ')})`
}

const words = (query: string) => sql`m.search @@ ${query}::tsquery`

/** Whether the message is in one of these folders. */
export const inFolders = (keys: string[]) =>
  sql`message_keys(f.key, f.role, m.labels, m.flagged) && ${keys}::text[]`

const flagColumns = { seen: sql`m.seen`, flagged: sql`m.flagged`, attachments: sql`m.has_attachments` }

function condition(node: SearchNode, folderKeys: FolderKeys): Sql {
  if (isText(node)) return words(tsqueryOf(node))
  switch (node.kind) {
    case 'flag':
      return node.value ? flagColumns[node.column] : sql`not ${flagColumns[node.column]}`
    case 'folder':
      return inFolders(folderKeys(node.name))
    case 'date':
      return node.side === 'before' ? sql`m.received_at < ${node.at}` : sql`m.received_at >= ${node.at}`
    case 'size':
      return node.side === 'larger' ? sql`m.size > ${node.bytes}::int` : sql`m.size < ${node.bytes}::int`
    case 'not':
      return sql`not (${condition(node.part, folderKeys)})`
    case 'and':
    case 'or': {
      const parts = node.parts.map((part) => condition(part, folderKeys))
      return sql`(${join(parts, node.kind === 'and' ? ' and ' : ' or ')})`
    }
    case 'text':
      return words(tsqueryOf(node))
  }
}

/** What must hold for a message of these mailboxes. Its words go together, so that the index is asked once. */
export function searchCondition(node: SearchNode, mailboxIds: string[], folderKeys: FolderKeys): Sql {
  const parts = node.kind === 'and' ? node.parts : [node]
  const text = parts.filter(isText).map(tsqueryOf)
  const marks = mailboxIds.map((id) => `'${mailboxMark(id)}'`).join(' | ')
  return all([
    sql`m.mailbox_id = any (${mailboxIds}::uuid[])`,
    ...(text.length > 0 ? [words(`(${marks}) & ${text.join(' & ')}`)] : []),
    ...parts.filter((part) => !isText(part)).map((part) => condition(part, folderKeys)),
  ])
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
