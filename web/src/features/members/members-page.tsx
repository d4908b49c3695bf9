import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageList } from '../../api/page-list.tsx'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { useAccount } from '../account/index.ts'
import { administrationWords } from './administration.words.ts'
import { DeactivateQuestion } from './deactivate-question.tsx'
import InviteDialog from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { membersQuery } from './members.queries.ts'
import { memberWords } from './members.words.ts'
import { useMemberActs } from './use-member-acts.ts'
import './members.css'

export default function MembersPage() {
  const t = useWords(memberWords)
  const { pages } = useWords(administrationWords)
  usePageTitle(pages.members)
  const ownId = useAccount()?.member.id
  const query = useQuery(membersQuery)
  const [find, setFind] = useState('')
  const [isInviting, setIsInviting] = useState(false)
  const { asked, isPending, cancel, answer, acts } = useMemberActs(ownId)
  const invite = () => setIsInviting(true)
  useCommands([
    { id: 'invite', title: t.invite, group: pages.members, keys: ['n'], icon: 'plus', run: invite },
  ])
  const wanted = find.trim().toLowerCase()
  const members = (query.data?.members ?? []).filter(({ name, email }) =>
    `${name} ${email}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <PageBar title={pages.members}>
        <span className="input find">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t.find}
            placeholder={t.find}
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        </span>
        <Button kind="primary" icon="plus" keys="n" onClick={invite}>
          {t.invite}
        </Button>
      </PageBar>
      <div className="scroll">
        <PageList
          read={query}
          isEmpty={members.length === 0}
          empty={<Empty icon="search" title={t.noneFound} text={t.noneFoundText} />}
        >
          <MemberTable members={members} ownId={ownId} acts={acts} />
        </PageList>
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {asked?.what === 'deactivate' && (
        <DeactivateQuestion
          member={asked.member}
          isPending={isPending}
          onYes={() => answer(asked)}
          onNo={cancel}
        />
      )}
      {asked?.what === 'demoteSelf' && (
        <Confirm
          title={t.demoteSelfTitle}
          yes={t.demoteSelf}
          no={t.cancel}
          isPending={isPending}
          onYes={() => answer(asked)}
          onNo={cancel}
        >
          <p>{t.demoteSelfText}</p>
        </Confirm>
      )}
    </>
  )
}
