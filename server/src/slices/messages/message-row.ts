import type { Message, MessageFlags } from '@mailwright/contract/messages'
import type { Static } from '@mailwright/contract/schema'

export type Address = { name?: string; email: string }
export type StoredAttachment = {
  position: number
  filename: string
  mime: string
  size: number
  disposition: 'attachment' | 'inline'
  contentId: string | null
}

type FlagRow = { seen: boolean; flagged: boolean; draft: boolean; sent: boolean }

export type MessageRow = FlagRow & {
  id: string
  mailboxId: string
  receivedAt: string
  fromName: string | null
  fromEmail: string | null
  subject: string | null
  snippet: string | null
  folderLabels: string[]
  isAutoReply: boolean
  isNoReply: boolean
  isMailingList: boolean
  isFromSelf: boolean
  hasAttachments: boolean
}

const toFlags = ({ seen, flagged, draft, sent }: FlagRow): Static<typeof MessageFlags> => ({
  seen,
  flagged,
  draft,
  sent,
})

export const toAddress = (name: string | null, email: string | null): Address | null => {
  if (email === null) return null
  return name === null ? { email } : { name, email }
}

/** Converts to the list form of a message. */
export const toMessage = (row: MessageRow): Static<typeof Message> => ({
  id: row.id,
  mailboxId: row.mailboxId,
  receivedAt: row.receivedAt,
  from: toAddress(row.fromName, row.fromEmail),
  subject: row.subject,
  snippet: row.snippet,
  folderLabels: row.folderLabels,
  flags: toFlags(row),
  signals: {
    isAutoReply: row.isAutoReply,
    isNoReply: row.isNoReply,
    isMailingList: row.isMailingList,
    isFromSelf: row.isFromSelf,
  },
  hasAttachments: row.hasAttachments,
})
