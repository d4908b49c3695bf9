import type { review } from '@mailwright/contract/review'
import type { Body } from '@mailwright/contract/route'
import { email } from '@mailwright/contract/schema'
import { fault } from '../../platform/errors/app-error.ts'
import { compileValidator } from '../../platform/http/validate.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { type DraftContent, dedupeRecipients } from '../sending/index.ts'

export type Edits = Body<typeof review.edit>

export const hasEdits = (edits: Edits) => Object.values(edits).some((value) => value !== undefined)

// The specification declares the recipients as strings; they are addresses as in `POST /messages/send`.
const isAddress = compileValidator('body', email(320))
const maxIssues = 20

/** Rejects what is not an address; each issue names its place. */
export function assertAddresses({ to, cc, bcc }: Edits) {
  const issues = Object.entries({ to, cc, bcc }).flatMap(([field, list = []]) =>
    list.flatMap((address, i) =>
      isAddress(address) ? [] : [{ path: `/${field}/${i}`, message: 'is not an email address' }],
    ),
  )
  if (issues.length > 0)
    throw fault('review.bad_request', { details: { issues: issues.slice(0, maxIssues) } })
}

/** A version of the body that was not edited would contradict the one that was. */
function bodiesOf(draft: DraftContent, { bodyText, bodyHtml }: Edits) {
  if (bodyText !== undefined) return { bodyText, bodyHtml: bodyHtml || null }
  if (bodyHtml) return { bodyText: htmlToText(bodyHtml), bodyHtml }
  return { bodyText: draft.bodyText, bodyHtml: bodyHtml === undefined ? draft.bodyHtml : null }
}

/** The draft with the edits of a person. */
export function applyEdits(draft: DraftContent, edits: Edits): DraftContent {
  const { to = draft.to, cc = draft.cc, bcc = draft.bcc, subject = draft.subject } = edits
  const recipients = dedupeRecipients({ to, cc, bcc })
  if (recipients.to.length + recipients.cc.length + recipients.bcc.length === 0)
    throw fault('review.bad_request', {
      details: { issues: [{ path: '/to', message: 'must leave at least one recipient' }] },
    })
  // A line break would start another header.
  return { ...recipients, subject: plainText(subject, 998), ...bodiesOf(draft, edits) }
}
