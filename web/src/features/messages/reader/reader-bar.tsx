import { number } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { keysOfAct } from '../acts/available.ts'
import { actIcons } from '../acts/perform.ts'
import type { MailContext } from '../list/mail-context.ts'
import type { Thread } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import { useWhy } from './use-why.ts'

/** The acts on the open thread, and where it stands in its list. */
export function ReaderBar({ mail, thread }: { mail: MailContext; thread: Thread | undefined }) {
  const t = useWords(messageWords)
  const locale = useLook((look) => look.locale)
  const { isShown, toggle } = useWhy()
  const { acts, threads, openId, hasMore } = mail
  const at = threads.findIndex(({ id }) => id === openId)
  const total = `${number(threads.length, locale)}${hasMore ? '+' : ''}`
  const [first, ...others] = thread ? acts.available : []
  return (
    <div className="bar reader-bar" role="toolbar" aria-label={t.thread}>
      <IconButton className="back" icon="left" label={t.back} onClick={mail.close} />
      {first && (
        <Button
          kind="quiet"
          size="small"
          icon={actIcons[first]}
          keys={keysOfAct[first]}
          onClick={() => acts.request(first)}
        >
          {t.acts[first]}
        </Button>
      )}
      {others.map((action) => (
        <IconButton
          key={action}
          icon={action === 'unflag' ? 'star-on' : actIcons[action]}
          label={t.acts[action]}
          keys={keysOfAct[action]}
          onClick={() => acts.request(action)}
        />
      ))}
      <span className="push row tight">
        {at >= 0 && <span className="xs faint num nowrap position">{t.position(at + 1, total)}</span>}
        <IconButton icon="up" label={t.previous} keys="k" disabled={at <= 0} onClick={() => mail.move(-1)} />
        <IconButton
          icon="down"
          label={t.next}
          keys="j"
          disabled={at >= threads.length - 1}
          onClick={() => mail.move(1)}
        />
        <IconButton icon="panel" label={t.why.toggle} keys="w" aria-pressed={isShown} onClick={toggle} />
      </span>
    </div>
  )
}
