import { monthOf } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import type { Member } from './members.queries.ts'
import { memberWords } from './members.words.ts'

type MemberActs = {
  changeRole(member: Member, role: Member['role']): void
  deactivate(member: Member): void
  reactivate(member: Member): void
}

type RowProps = { member: Member; isSelf: boolean; acts: MemberActs }

function MemberRow({ member, isSelf, acts }: RowProps) {
  const t = useWords(memberWords)
  const locale = useLook((look) => look.locale)
  const isActive = member.status === 'active'
  return (
    <tr data-suspended={isActive ? undefined : 'yes'}>
      <td>
        <div className="row wide">
          <Avatar name={member.name} size={32} />
          <div className="member-name">
            <b className="cut block">
              {member.name}
              {isSelf && <span className="faint"> {t.you}</span>}
            </b>
            <span className="xs muted cut block">{member.email}</span>
          </div>
        </div>
      </td>
      <td data-label={t.role}>
        <Select
          label={t.roleOf(member.name)}
          isLabelHidden
          value={member.role}
          choices={[
            { value: 'member', label: t.roles.member },
            { value: 'admin', label: t.roles.admin },
          ]}
          onChange={(role) => acts.changeRole(member, role)}
        />
      </td>
      <td data-label={t.state}>
        <StateTag icon={isActive ? 'ok' : 'off'} tone={isActive ? 'good' : 'warn'} isPlain>
          {t.states[member.status]}
        </StateTag>
      </td>
      <td className="right num" data-label={t.mailboxes}>
        {member.mailboxCount}
      </td>
      <td className="right num" data-label={t.workflows}>
        {member.publishedWorkflowCount}
      </td>
      <td className="right xs muted" data-label={t.since}>
        {monthOf(member.createdAt, locale)}
      </td>
      <td className="right">
        {isActive && !isSelf && (
          <Button
            size="small"
            kind="danger"
            aria-label={t.deactivateOne(member.name)}
            onClick={() => acts.deactivate(member)}
          >
            {t.deactivate}
          </Button>
        )}
        {!isActive && (
          <Button
            size="small"
            aria-label={t.reactivateOne(member.name)}
            onClick={() => acts.reactivate(member)}
          >
            {t.reactivate}
          </Button>
        )}
      </td>
    </tr>
  )
}

type TableProps = { members: readonly Member[]; ownId: string | undefined; acts: MemberActs }

export function MemberTable({ members, ownId, acts }: TableProps) {
  const t = useWords(memberWords)
  return (
    <table className="grid-table card-table member-table">
      <thead>
        <tr>
          <th scope="col">{t.member}</th>
          <th scope="col">{t.role}</th>
          <th scope="col">{t.state}</th>
          <th scope="col" className="right">
            {t.mailboxes}
          </th>
          <th scope="col" className="right">
            {t.workflows}
          </th>
          <th scope="col" className="right">
            {t.since}
          </th>
          <th scope="col">
            <span className="sr">{t.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isSelf={member.id === ownId} acts={acts} />
        ))}
      </tbody>
    </table>
  )
}
