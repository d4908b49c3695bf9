import { useState } from 'react'
import { longTime, shortTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useMailboxes } from '../../mailboxes/index.ts'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import { Attachments } from './attachments.tsx'
import { MailHtml } from './mail-html.tsx'
import { PlainText } from './plain-text.tsx'
import { RemoteImagesBar } from './remote-images-bar.tsx'
import { useRemoteImages } from './use-remote-images.ts'

type Address = NonNullable<Message['from']>

function useNames() {
  const t = useWords(messageWords).message
  const own = new Set(useMailboxes()?.map(({ address }) => address.toLowerCase()))
  return (addresses: readonly Address[]) =>
    addresses.map(({ name, email }) => (own.has(email.toLowerCase()) ? t.me : name || email)).join(', ')
}

function Recipients({ message }: { message: Message }) {
  const t = useWords(messageWords).message
  const names = useNames()
  const { to, cc } = message.headersSubset
  const all = [...to, ...cc].map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(', ')
  return (
    <div className="xs muted cut" title={all}>
      {to.length > 0 && t.to(names(to))}
      {cc.length > 0 && `, ${t.cc(names(cc))}`}
    </div>
  )
}

/** `html`: the text with its remote images. `keepsFrame`: loading one for the next message would take longer than filling it. */
type MessageBodyProps = {
  message: Message
  sender: string
  html?: string | null | undefined
  keepsFrame?: boolean
}

/** The text of a message, safe to show. */
export function MessageBody({ message, sender, html, keepsFrame = false }: MessageBodyProps) {
  const t = useWords(messageWords).message
  const { bodyHtmlSafe, bodyText } = message
  const shown = html || bodyHtmlSafe || undefined
  return (
    <>
      {(shown || keepsFrame) && <MailHtml id={message.id} html={shown} title={t.body(sender)} />}
      {!shown && (bodyText?.trim() ? <PlainText text={bodyText} /> : <p className="muted">{t.empty}</p>)}
    </>
  )
}

type OpenedProps = { message: Message; sender: string; isLast: boolean; onClose(): void }

function Opened({ message, sender, isLast, onClose }: OpenedProps) {
  const t = useWords(messageWords).message
  const locale = useLook((look) => look.locale)
  const images = useRemoteImages(message)
  return (
    <article className="msg">
      <div className="msg-head">
        <Avatar name={sender} size={30} />
        <div className="cut">
          <div className="who">
            <b className="cut">{sender}</b>
            {message.from?.name && <span className="xs faint cut address">{message.from.email}</span>}
          </div>
          <Recipients message={message} />
        </div>
        <button type="button" className="msg-time" onClick={onClose} title={t.collapse}>
          <time dateTime={message.receivedAt} title={longTime(message.receivedAt, locale)}>
            {shortTime(message.receivedAt, locale)}
          </time>
        </button>
      </div>
      <RemoteImagesBar images={images} />
      <div className="letter">
        <MessageBody message={message} sender={sender} html={images.html} keepsFrame={isLast} />
      </div>
      {!message.bodyComplete && <p className="hint note">{t.incomplete}</p>}
      <Attachments key={message.id} attachments={message.attachments} />
    </article>
  )
}

/** One message of a thread: opened, or a line that opens it. */
export function MessageView({ message, isLast }: { message: Message; isLast: boolean }) {
  const t = useWords(messageWords)
  const locale = useLook((look) => look.locale)
  const startsOpen = isLast || !message.flags.seen
  const [shown, setShown] = useState({ id: message.id, isOpen: startsOpen })
  if (shown.id !== message.id) setShown({ id: message.id, isOpen: startsOpen })
  const setIsOpen = (isOpen: boolean) => setShown({ id: message.id, isOpen })
  const sender = message.from?.name || message.from?.email || t.noSender
  if (shown.isOpen)
    return <Opened message={message} sender={sender} isLast={isLast} onClose={() => setIsOpen(false)} />
  return (
    <button
      type="button"
      className="folded"
      onClick={() => setIsOpen(true)}
      aria-label={t.message.expand(sender)}
    >
      <Avatar name={sender} />
      <b className="cut">{sender}</b>
      <span className="cut">{message.snippet}</span>
      <time dateTime={message.receivedAt}>{shortTime(message.receivedAt, locale)}</time>
    </button>
  )
}
