import type { Draft } from './drafts.ts'

/** Something to say before a mail is sent. A final one must be fixed, another may be waved through. */
export type Concern = {
  text: 'noRecipient' | 'noMailbox' | 'noSubject' | 'forgottenFile'
  isFinal: boolean
}

const mentionsFile = /\b(attached|attachment|enclosed|ci-joint|ci-jointe|pièces? jointes?|en pj)\b/i

/** What stands against sending a draft, if anything. */
export function concernOf(draft: Draft, mailboxId: string | undefined): Concern | undefined {
  const { to, subject, text, files, forwardOfMessageId } = draft
  if (!mailboxId) return { text: 'noMailbox', isFinal: true }
  if (to.length === 0) return { text: 'noRecipient', isFinal: true }
  if (mentionsFile.test(text) && files.length === 0 && !forwardOfMessageId)
    return { text: 'forgottenFile', isFinal: false }
  if (!subject.trim()) return { text: 'noSubject', isFinal: false }
  return undefined
}
