import type { Static } from '@mailwright/contract/schema'
import type { ThreadAction } from '@mailwright/contract/threads'

export type Action = Static<typeof ThreadAction>
export type Role = 'inbox' | 'sent' | 'drafts' | 'archive' | 'all' | 'spam' | 'trash'

/** The effect of an action on one message. Stored with the op. */
export type Step =
  | { kind: 'flag'; flag: 'seen' | 'flagged'; value: boolean }
  /** Folder keys of labels (Gmail). */
  | { kind: 'label'; add: string[]; remove: string[] }
  /** With `label` the message moves to All Mail and gets this label and the others (Gmail); `all` stands for none. */
  | { kind: 'move'; to: { role: Role } | { key: string }; label?: string; otherLabels?: string[] }
  | { kind: 'delete' }
  /** Keywords of people and workflows; on the server labels (Gmail), or IMAP keywords where it supports them. */
  | { kind: 'words'; add: string[]; remove: string[] }
