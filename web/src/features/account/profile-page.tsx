import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting.tsx'
import { accountQuery } from './account.queries.ts'
import { settingsWords } from './settings.words.ts'

function NameForm({ known }: { known: string }) {
  const t = useWords(settingsWords).profile
  const [name, setName] = useState(known)
  const save = async () => {
    await attempt(client.account.rename({ body: { name: name.trim() } }), t.saved)
    await reread(['account'])
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t.name}
        value={name}
        required
        maxLength={200}
        autoComplete="name"
        onChange={({ target }) => setName(target.value)}
      />
      <Button kind="primary" type="submit" disabled={!name.trim() || name.trim() === known}>
        {t.save}
      </Button>
    </form>
  )
}

export default function ProfilePage() {
  const words = useWords(settingsWords)
  const t = words.profile
  usePageTitle(words.pages.profile)
  const query = useQuery(accountQuery)
  const member = query.data?.member
  return (
    <>
      <PageBar title={words.pages.profile} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          {member && (
            <div className="page narrow">
              <div className="row wide profile-head">
                <Avatar name={member.name} size={48} />
                <div>
                  <p className="profile-name">{member.name}</p>
                  <p className="muted">{member.email}</p>
                </div>
              </div>
              <SettingGroup title={t.nameTitle} text={t.nameText}>
                <NameForm key={member.name} known={member.name} />
              </SettingGroup>
              <SettingGroup title={t.accountTitle} text={t.accountText}>
                <SettingRow title={t.email}>
                  <span className="muted">{member.email}</span>
                </SettingRow>
                <SettingRow title={t.role} text={t.roleTexts[member.role]}>
                  <span className="muted">{t.roles[member.role]}</span>
                </SettingRow>
              </SettingGroup>
            </div>
          )}
        </PageList>
      </div>
    </>
  )
}
