import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { Bones } from '../../api/page-list.tsx'
import { read } from '../../api/read.ts'
import { number } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { healthWords } from './health.words.ts'
import type { Mailbox } from './mailboxes.queries.ts'

type QuestionProps = { mailbox: Mailbox; what: 'disconnect' | 'remove'; onYes(): void; onNo(): void }
type Impact = Awaited<ReturnType<typeof client.mailboxes.removalImpact>>

function Effects({ impact, what }: { impact: Impact; what: QuestionProps['what'] }) {
  const t = useWords(healthWords).removal
  const locale = useLook((look) => look.locale)
  const { messages, pendingExecutions, workflows } = impact
  const effects: [IconName, string][] = [
    ['plug-off', t.stops],
    [
      what === 'remove' ? 'bin' : 'mail',
      what === 'remove'
        ? t.messagesGone(messages, number(messages, locale))
        : t.messagesStay(messages, number(messages, locale)),
    ],
    ['flow', t.workflows(workflows.length)],
    ['waiting', t.runs(pendingExecutions)],
    ['server', t.server],
  ]
  return (
    <>
      <ul className="facts">
        {effects.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      {workflows.length > 0 && (
        <ul className="impact-workflows xs">
          {workflows.map(({ id, name, link }) => (
            <li key={`${id} ${link}`}>
              <b>{name}</b> <span className="muted">{t.links[link]}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Everything that disconnecting or deleting will do, before it is done. */
export default function RemovalQuestion({ mailbox, what, onYes, onNo }: QuestionProps) {
  const words = useWords(healthWords)
  const t = words.removal
  const { data } = useQuery(read(client.mailboxes.removalImpact, { params: { id: mailbox.id } }))
  return (
    <Confirm
      title={what === 'remove' ? t.removeTitle(mailbox.address) : t.disconnectTitle(mailbox.address)}
      yes={what === 'remove' ? words.remove : words.disconnect}
      no={t.no}
      isPending={!data}
      onYes={onYes}
      onNo={onNo}
    >
      <p>{what === 'remove' ? t.removeText : t.disconnectText}</p>
      {data ? <Effects impact={data} what={what} /> : <Bones />}
    </Confirm>
  )
}
