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
  message: Message | undefined
  sender: string
  html?: string | null | undefined
  keepsFrame?: boolean
}

/** The text of a message, safe to show. */
export function MessageBody({ message, sender, html, keepsFrame = false }: MessageBodyProps) {
  const t = useWords(messageWords).message
  const shown = html || message?.bodyHtmlSafe || undefined
  const text = message?.bodyText
  return (
    <>
      {(shown || keepsFrame) && <MailHtml id={message?.id} html={shown} title={t.body(sender)} />}
      {message && !shown && (text?.trim() ? <PlainText text={text} /> : <p className="muted">{t.empty}</p>)}
    </>
  )
}

type HeadProps = { message: Message; sender: string; onClose(): void }

function Head({ message, sender, onClose }: HeadProps) {
  const t = useWords(messageWords).message
  const locale = useLook((look) => look.locale)
  return (
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
  )
}

type OpenedProps = { message: Message | undefined; sender: string; keepsFrame: boolean; onClose(): void }

function Opened({ message, sender, keepsFrame, onClose }: OpenedProps) {
  const t = useWords(messageWords).message
  const images = useRemoteImages(message)
  return (
    <article className="msg" hidden={!message}>
      {message && <Head message={message} sender={sender} onClose={onClose} />}
      <RemoteImagesBar images={images} />
      <div className="letter">
        <MessageBody message={message} sender={sender} html={images.html} keepsFrame={keepsFrame} />
      </div>
      {message && !message.bodyComplete && <p className="hint note">{t.incomplete}</p>}
      {message && <Attachments key={message.id} attachments={message.attachments} />}
    </article>
  )
}

function Folded({ message, sender, onOpen }: { message: Message; sender: string; onOpen(): void }) {
  const t = useWords(messageWords).message
  const locale = useLook((look) => look.locale)
  return (
    <button type="button" className="folded" onClick={onOpen} aria-label={t.expand(sender)}>
      <Avatar name={sender} />
      <b className="cut">{sender}</b>
      <span className="cut">{message.snippet}</span>
      <time dateTime={message.receivedAt}>{shortTime(message.receivedAt, locale)}</time>
    </button>
  )
}

/** Without a message it is an empty place, with a frame for a later one. */
type MessageViewProps = { message: Message | undefined; startsOpen: boolean; keepsFrame: boolean }

/** One message of a thread: opened, or a line that opens it. */
export function MessageView({ message, startsOpen, keepsFrame }: MessageViewProps) {
  const t = useWords(messageWords)
  const id = message?.id
  const [shown, setShown] = useState({ id, isOpen: startsOpen })
  if (shown.id !== id) setShown({ id, isOpen: startsOpen })
  const setIsOpen = (isOpen: boolean) => setShown({ id, isOpen })
  const sender = message?.from?.name || message?.from?.email || t.noSender
  if (message && !shown.isOpen)
    return <Folded message={message} sender={sender} onOpen={() => setIsOpen(true)} />
  return <Opened message={message} sender={sender} keepsFrame={keepsFrame} onClose={() => setIsOpen(false)} />
}
