import { useRef, useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useMailboxes } from '../../mailboxes/index.ts'
import { sendingWords } from '../sending.words.ts'
import { Quote, Signature } from './below-text.tsx'
import { type Concern, concernOf } from './concerns.ts'
import {
  changeDraft,
  type Draft,
  isBlank,
  removeDraft,
  restoreDraft,
  showDraft,
  useDrafts,
} from './drafts.ts'
import { Files } from './files.tsx'
import { RecipientsField } from './recipients-field.tsx'
import { sendDraft } from './send-draft.ts'
import { useSignature } from './use-signature.ts'
import { useUploads } from './use-uploads.ts'
import './compose.css'

function Sender({ draft, mailboxId }: { draft: Draft; mailboxId: string | undefined }) {
  const t = useWords(sendingWords)
  const mailboxes = useMailboxes() ?? []
  if (mailboxes.length < 2) return null
  return (
    <div className="compose-line">
      <label htmlFor="compose-from">{t.from}</label>
      <select
        id="compose-from"
        value={mailboxId}
        onChange={({ target }) => changeDraft(draft.id, { mailboxId: target.value })}
      >
        {mailboxes.map(({ id, address }) => (
          <option key={id} value={id}>
            {address}
          </option>
        ))}
      </select>
    </div>
  )
}

const titleOf = (draft: Draft, t: Record<'reply' | 'forward' | 'newMessage', string>) =>
  draft.replyToMessageId ? t.reply : draft.forwardOfMessageId ? t.forward : t.newMessage

/** The editor. It lies beside the mail that is answered, and not over it. */
export default function Compose({ draft }: { draft: Draft }) {
  const t = useWords(sendingWords)
  const mailboxes = useMailboxes()
  const chosen = useSignature(draft)
  const [showsCc, setShowsCc] = useState(draft.cc.length + draft.bcc.length > 0)
  const [concern, setConcern] = useState<Concern>()
  const { uploading, add } = useUploads(draft.id)
  const picker = useRef<HTMLInputElement>(null)
  const mailboxId = draft.mailboxId ?? mailboxes?.find(({ status }) => status === 'active')?.id
  const change = (fields: Partial<Draft>) => changeDraft(draft.id, fields)

  const send = (isSure = false) => {
    // A field with unconfirmed text confirms it when it loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setTimeout(() => {
      const latest = useDrafts.getState().drafts.find(({ id }) => id === draft.id)
      if (!latest) return
      const found = concernOf(latest, mailboxId)
      if (found && (found.isFinal || !isSure)) setConcern(found)
      else if (mailboxId) void sendDraft({ ...latest, mailboxId, signature: chosen.signature })
    })
  }
  const close = () => (isBlank(draft) ? void removeDraft(draft.id) : showDraft(undefined))
  const discard = () => {
    const removed = removeDraft(draft.id)
    if (removed && !isBlank(removed))
      showToast({
        icon: 'bin',
        text: t.discarded,
        action: { label: t.undo, keys: 'z', run: () => restoreDraft(removed) },
      })
  }
  useCommands([
    {
      id: 'send',
      title: t.send,
      group: t.group,
      keys: ['mod+Enter'],
      icon: 'sent',
      whileTyping: true,
      run: () => send(concern !== undefined),
    },
    {
      id: 'minimise',
      title: t.minimise,
      group: t.group,
      keys: ['Escape'],
      icon: 'minus',
      whileTyping: true,
      run: close,
    },
  ])

  return (
    <section
      className="compose"
      aria-label={titleOf(draft, t)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void add([...event.dataTransfer.files])
      }}
    >
      <header className="bar">
        <h2>{titleOf(draft, t)}</h2>
        <span className="xs faint">{t.saved}</span>
        <IconButton className="push" icon="minus" label={t.minimise} onClick={close} />
      </header>
      <div className="compose-lines">
        <div className="compose-to">
          <RecipientsField
            label={t.to}
            value={draft.to}
            onChange={(to) => change({ to })}
            hasFocus={draft.to.length === 0}
          />
          {!showsCc && (
            <button type="button" className="link xs" onClick={() => setShowsCc(true)}>
              {t.addCc}
            </button>
          )}
        </div>
        {showsCc && (
          <>
            <RecipientsField label={t.cc} value={draft.cc} onChange={(cc) => change({ cc })} />
            <RecipientsField label={t.bcc} value={draft.bcc} onChange={(bcc) => change({ bcc })} />
          </>
        )}
        <Sender draft={draft} mailboxId={mailboxId} />
        <div className="compose-line">
          <label htmlFor="compose-subject">{t.subject}</label>
          <input
            id="compose-subject"
            className="strong"
            maxLength={512}
            value={draft.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
        </div>
      </div>
      <div className="compose-body">
        <RichText
          label={t.body}
          value={draft.html}
          onChange={change}
          hasFocus={draft.to.length > 0}
          placeholder={t.placeholder}
          onFiles={(files) => void add(files)}
        >
          <Signature chosen={chosen} />
          <Quote draft={draft} />
          <Files draft={draft} uploading={uploading} />
        </RichText>
      </div>
      {concern && (
        <div className="banner flat" data-tone="warn" role="alert">
          <Icon name="warning" />
          {t[concern.text]}
          {!concern.isFinal && (
            <Button size="small" className="push" onClick={() => send(true)}>
              {t.sendAnyway}
            </Button>
          )}
        </div>
      )}
      <footer className="compose-foot">
        <Button kind="primary" keys="mod+Enter" disabled={uploading.length > 0} onClick={() => send()}>
          {t.send}
        </Button>
        <IconButton icon="clip" label={t.attach} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            void add([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <IconButton className="push" icon="bin" label={t.discard} onClick={discard} />
      </footer>
    </section>
  )
}
