import { useWords } from '../../lib/words/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Member } from './members.queries.ts'
import { memberWords } from './members.words.ts'

type QuestionProps = { member: Member; isPending: boolean; onYes(): void; onNo(): void }

/** Everything that deactivating a member will do, before it is done. */
export function DeactivateQuestion({ member, ...answers }: QuestionProps) {
  const t = useWords(memberWords)
  const { mailboxCount, publishedWorkflowCount } = member
  const effects: [IconName, string][] = [
    ['device', t.effects.sessions],
    ['plug-off', t.effects.mailboxes(mailboxCount)],
    ['flow', t.effects.workflows(publishedWorkflowCount)],
    ['cancelled', t.effects.runs],
    ['held', t.effects.mail],
    ['key', t.effects.keys],
  ]
  return (
    <Confirm title={t.deactivateTitle(member.name)} yes={t.deactivate} no={t.cancel} {...answers}>
      <p>{t.deactivateText}</p>
      <ul className="facts">
        {effects.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
