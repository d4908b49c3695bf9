import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { longTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Member } from './members.queries.ts'
import { memberWords } from './members.words.ts'

type Invited = Awaited<ReturnType<typeof client.members.invite>>

function InvitationLink({ invited, onClose }: { invited: Invited; onClose(): void }) {
  const t = useWords(memberWords)
  const locale = useLook((look) => look.locale)
  return (
    <>
      <div className="body form">
        <p>{t.linkText(invited.invitation.email, longTime(invited.invitation.expiresAt, locale))}</p>
        <CopyField label={t.link} value={invited.acceptUrl} words={t} />
        <p className="hint">{t.linkOnce}</p>
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </footer>
    </>
  )
}

type InviteProps = { known?: { email: string; role: Member['role'] }; onClose(): void }

/** Makes an invitation, whose link the administrator passes on. */
export default function InviteDialog({ known, onClose }: InviteProps) {
  const t = useWords(memberWords)
  useCommands([], { isModal: true })
  const [email, setEmail] = useState(known?.email ?? '')
  const [role, setRole] = useState<Member['role']>(known?.role ?? 'member')
  const invite = useMutation({
    mutationFn: () => client.members.invite({ body: { email: email.trim(), role } }),
    onSettled: () => reread(['members', 'listInvitations']),
  })
  return (
    <Dialog title={invite.data ? t.linkTitle : t.inviteTitle} onClose={onClose}>
      {invite.data ? (
        <InvitationLink invited={invite.data} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate()
          }}
        >
          <div className="body form">
            <Field
              label={t.email}
              type="email"
              required
              value={email}
              hint={t.inviteHint}
              fault={invite.error ? faultText(invite.error) : undefined}
              onChange={({ target }) => setEmail(target.value)}
            />
            <Select
              label={t.role}
              value={role}
              choices={[
                { value: 'member', label: t.roles.member },
                { value: 'admin', label: t.roles.admin },
              ]}
              onChange={(value) => setRole(value)}
            />
            <p className="hint">{t.roleTexts[role]}</p>
          </div>
          <footer>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" disabled={invite.isPending}>
              {t.createLink}
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  )
}
