import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { messageWords } from '../messages.words.ts'

/** Beside a list from which nothing is opened. */
export function NoThread() {
  const t = useWords(messageWords)
  return (
    <section className="pane reader-pane" aria-label={t.thread}>
      <div className="empty centred">
        <Icon name="mail" size={24} />
        <p>{t.pick}</p>
        <p className="hints">
          <span>
            <kbd>J</kbd>
            <kbd>K</kbd>
            {t.pickHint}
          </span>
        </p>
      </div>
    </section>
  )
}
