import { Link } from '@tanstack/react-router'
import { number } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { type Locale, useWords } from '../../lib/words/words.ts'
import type { IconName } from '../../ui/icon.tsx'
import { StateTag, type Tone } from '../../ui/state-tag.tsx'
import type { Group } from './analyzer.queries.ts'
import { analyzerWords } from './analyzer.words.ts'

const looks: Partial<Record<Group['verdict'], [IconName, Tone]>> = {
  proposed: ['bolt', 'accent'],
  covered: ['ok', 'good'],
  nothing_to_automate: ['hand', 'idle'],
  proposal_rejected: ['close', 'idle'],
  no_answer: ['warning', 'warn'],
}

export function Verdict({ verdict }: { verdict: Group['verdict'] }) {
  const t = useWords(analyzerWords)
  const [icon, tone] = looks[verdict] ?? ['skipped', 'idle']
  return (
    <StateTag icon={icon} tone={tone}>
      {t.verdicts[verdict]}
    </StateTag>
  )
}

/** Rare mail is not none. */
const monthly = (volume: number, locale: Locale) =>
  volume > 0 && volume < 1 ? `< ${number(1, locale)}` : number(Math.round(volume), locale)

type GroupListProps = { mailboxId: string; groups: readonly Group[]; open: string | undefined }

/** What arrives again and again, the most useful first. */
export function GroupList({ mailboxId, groups, open }: GroupListProps) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  return (
    <table className="grid-table analyzer-groups">
      <caption className="sr">{t.groups}</caption>
      <thead>
        <tr>
          <th scope="col">{t.group}</th>
          <th scope="col" className="analyzer-wide">
            {t.kind}
          </th>
          <th scope="col" className="right">
            {t.perMonth}
          </th>
          <th scope="col" className="right analyzer-wide">
            {t.unread}
          </th>
          <th scope="col">{t.verdict}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, label, sampleSubject, senders, signal, monthlyVolume, unread, verdict }) => (
          <tr key={key} className={key === open ? 'on' : ''}>
            <td>
              <Link
                to="/analyzer/$mailboxId"
                params={{ mailboxId }}
                search={{ group: key }}
                className="analyzer-group-link"
                aria-current={key === open ? 'true' : undefined}
                replace
              >
                <b className="cut">{label}</b>
                <small className="cut">
                  {sampleSubject} · {t.senders(senders.length)}
                </small>
              </Link>
            </td>
            <td className="xs muted analyzer-wide">{t.signals[signal]}</td>
            <td className="right num">{monthly(monthlyVolume, locale)}</td>
            <td className="right num muted analyzer-wide">{number(unread, locale)}</td>
            <td>
              <Verdict verdict={verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
