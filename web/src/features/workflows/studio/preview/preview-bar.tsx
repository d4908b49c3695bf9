import { useWords } from '../../../../lib/words/words.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { expressionWords } from '../expression/expression.words.ts'
import { usePreview } from './preview.ts'

/** The mail on which the form shows its results. */
export function PreviewBar() {
  const t = useWords(expressionWords)
  const { mails, mail, choose } = usePreview()
  if (!mail) return <p className="fm-mail">{t.noMail}</p>
  const at = mails.indexOf(mail)
  const step = (by: number) => {
    const next = mails[at + by]
    if (next) choose(next.id)
  }
  return (
    <div className="fm-mail">
      <Icon name="mail" size={14} />
      <span className="cut">
        {t.on} <b>{mail.subject || '…'}</b>, {mail.from}
      </span>
      <span className="push group">
        <IconButton icon="left" label={t.previous} disabled={at <= 0} onClick={() => step(-1)} />
        <IconButton icon="right" label={t.next} disabled={at >= mails.length - 1} onClick={() => step(1)} />
      </span>
    </div>
  )
}
