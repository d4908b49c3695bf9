import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Formatted } from '../../../ui/rich-text/formatted.tsx'
import { fromPlainText } from '../../../ui/rich-text/plain.ts'
import { sendingWords } from '../sending.words.ts'
import { changeDraft, type Draft } from './drafts.ts'
import type { useSignature } from './use-signature.ts'

/** The signature that will be added, and the choice of another. */
export function Signature({ chosen }: { chosen: ReturnType<typeof useSignature> }) {
  const t = useWords(sendingWords)
  const { signatures, signature, choose } = chosen
  if (signatures.length === 0) return null
  return (
    <div className="compose-signature">
      <select
        aria-label={t.signature}
        value={signature?.id ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t.noSignature}</option>
        {signatures.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {signature && <Formatted html={signature.bodyHtml || fromPlainText(signature.bodyText)} />}
    </div>
  )
}

/** Whether the original follows below the text. The service adds it, so that nothing of it is lost here. */
export function Quote({ draft }: { draft: Draft }) {
  const t = useWords(sendingWords)
  if (!draft.replyToMessageId && !draft.forwardOfMessageId) return null
  const isQuoted = draft.quoteOriginal || Boolean(draft.forwardOfMessageId)
  return (
    <div className="compose-quote">
      <Icon name="quoted" />
      {draft.forwardOfMessageId ? t.quoteForward : isQuoted ? t.quote : t.quoteLeftOut}
      {!draft.forwardOfMessageId && (
        <button
          type="button"
          className="link push"
          onClick={() => changeDraft(draft.id, { quoteOriginal: !draft.quoteOriginal })}
        >
          {isQuoted ? t.leaveOut : t.putBack}
        </button>
      )}
    </div>
  )
}
