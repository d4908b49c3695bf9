import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { clientToken } from '../../../lib/client-token.ts'
import { wordsNow } from '../../../lib/words/words.ts'
import { fromPlainText } from '../../../ui/rich-text/plain.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { sendingWords } from '../sending.words.ts'
import { type Draft, removeDraft, restoreDraft } from './drafts.ts'
import { keepSent } from './sent-drafts.ts'

type Signature = { bodyText: string; bodyHtml: string }
type Outgoing = Draft & { mailboxId: string; signature: Signature | undefined }

const textOf = ({ text, signature }: Outgoing) =>
  signature?.bodyText ? `${text}\n\n-- \n${signature.bodyText}` : text

function htmlOf({ html, signature }: Outgoing) {
  const below = signature && (signature.bodyHtml || fromPlainText(signature.bodyText))
  return below ? `${html}<div><br></div><div class="signature">${below}</div>` : html
}

const request = (draft: Outgoing) =>
  client.sending.send({
    body: {
      mailboxId: draft.mailboxId,
      to: draft.to,
      ...(draft.cc.length > 0 && { cc: draft.cc }),
      ...(draft.bcc.length > 0 && { bcc: draft.bcc }),
      subject: draft.subject,
      bodyText: textOf(draft),
      ...(draft.html !== '' && { bodyHtml: htmlOf(draft) }),
      ...(draft.replyToMessageId && { replyToMessageId: draft.replyToMessageId }),
      ...(draft.forwardOfMessageId && {
        forwardOfMessageId: draft.forwardOfMessageId,
        includeOriginalAttachments: true,
      }),
      quoteOriginal: draft.quoteOriginal && Boolean(draft.replyToMessageId ?? draft.forwardOfMessageId),
      ...(draft.files.length > 0 && { attachments: draft.files.map(({ id }) => ({ id })) }),
      clientToken: draft.id,
    },
  })

const refuse = (error: unknown) =>
  showToast({ icon: 'warning', text: wordsNow(sendingWords).failed(faultText(error)), isFault: true })

/** Takes a mail back while the service still holds it; it can then be edited and sent anew. */
async function takeBack(id: string, draft: Draft) {
  try {
    await client.sending.cancel({ params: { id } })
    restoreDraft({ ...draft, id: clientToken() })
  } catch (error) {
    refuse(error)
  }
}

/** Hands a mail to the service, which holds it for some seconds. If it is refused, the draft is open again. */
export async function sendDraft(draft: Outgoing) {
  const t = wordsNow(sendingWords)
  removeDraft(draft.id)
  try {
    const { opId } = await request(draft)
    keepSent(opId, draft)
    showToast({
      icon: 'sent',
      text: t.sending,
      action: { label: t.undo, keys: 'z', run: () => void takeBack(opId, draft) },
    })
    void reread(['threads'], ['folders'], ['sending'])
  } catch (error) {
    restoreDraft(draft)
    refuse(error)
  }
}
