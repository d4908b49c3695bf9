import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { reread } from '../../api/read.ts'
import { shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { administrationWords } from './administration.words.ts'
import InviteDialog from './invite-dialog.tsx'
import { type Invitation, invitationsQuery, membersQuery } from './members.queries.ts'
import { memberWords } from './members.words.ts'
import './members.css'

type Known = { email: string; role: Invitation['role'] }

function InvitationRow({ invitation, onAgain }: { invitation: Invitation; onAgain(): void }) {
  const t = useWords(memberWords)
  const locale = useLook((look) => look.locale)
  const inviter = useQuery(membersQuery).data?.members.find(({ id }) => id === invitation.invitedBy)
  const withdraw = async (done: string) => {
    const result = await attempt(client.members.withdrawInvitation({ params: { id: invitation.id } }), done)
    await reread(['members', 'listInvitations'])
    return result
  }
  const again = async () => {
    if (await withdraw(t.withdrawn(invitation.email))) onAgain()
  }
  return (
    <li className="line-row">
      <Icon name="mail" size={20} />
      <div className="grow">
        <b>{invitation.email}</b>
        <p className="xs muted">
          {t.roles[invitation.role]}
          {inviter && ` · ${t.invitedBy(inviter.name, shortTime(invitation.createdAt, locale))}`}
        </p>
      </div>
      <StateTag
        icon={invitation.expired ? 'expired' : 'mail'}
        tone={invitation.expired ? 'idle' : 'info'}
        isPlain
      >
        {invitation.expired ? t.expired : t.validUntil(shortTime(invitation.expiresAt, locale))}
      </StateTag>
      <Button size="small" onClick={() => void again()}>
        {t.newLink}
      </Button>
      <Button
        size="small"
        kind="danger"
        aria-label={t.withdrawOne(invitation.email)}
        onClick={() => void withdraw(t.withdrawn(invitation.email))}
      >
        {t.withdraw}
      </Button>
    </li>
  )
}

export default function InvitationsPage() {
  const t = useWords(memberWords)
  const { pages } = useWords(administrationWords)
  usePageTitle(pages.invitations)
  const query = useQuery(invitationsQuery)
  const [inviting, setInviting] = useState<Known | 'new'>()
  const invitations = query.data?.invitations ?? []
  const invite = () => setInviting('new')
  useCommands([
    { id: 'invite', title: t.invite, group: pages.invitations, keys: ['n'], icon: 'plus', run: invite },
  ])
  const button = (
    <Button kind="primary" icon="plus" keys="n" onClick={invite}>
      {t.invite}
    </Button>
  )
  return (
    <>
      <PageBar title={pages.invitations}>{invitations.length > 0 && button}</PageBar>
      <div className="scroll">
        <PageList
          read={query}
          isEmpty={invitations.length === 0}
          empty={
            <Empty icon="mail" title={t.noInvitations} text={t.noInvitationsText}>
              {button}
            </Empty>
          }
        >
          <div className="page narrow">
            <p className="page-lead">{t.invitationsLead}</p>
            <ul>
              {invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onAgain={() => setInviting({ email: invitation.email, role: invitation.role })}
                />
              ))}
            </ul>
          </div>
        </PageList>
      </div>
      {inviting && (
        <InviteDialog
          {...(inviting !== 'new' && { known: inviting })}
          onClose={() => setInviting(undefined)}
        />
      )}
    </>
  )
}
