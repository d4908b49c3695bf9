import type { Static } from '@mailwright/contract/schema'
import type { ThreadAction } from '@mailwright/contract/threads'

export type Action = Static<typeof ThreadAction>
export type Role = 'inbox' | 'sent' | 'drafts' | 'archive' | 'all' | 'spam' | 'trash'

/** What an action means for one message: a flag, labels, another folder, the end, or words. */
export type Step =
  | { kind: 'flag'; flag: 'seen' | 'flagged'; value: boolean }
  /** Keys of folders that are labels (Gmail). */
  | { kind: 'label'; add: string[]; remove: string[] }
  /** `label`: it goes to where the messages of all labels stand, and has this one. */
  | { kind: 'move'; to: { role: Role } | { key: string }; label?: string }
  | { kind: 'delete' }
  /** Words that people and workflows put on a message; labels (Gmail), or keywords where the server keeps such. */
  | { kind: 'words'; add: string[]; remove: string[] }
