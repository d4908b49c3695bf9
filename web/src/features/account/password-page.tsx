import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { hasCode } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { SettingGroup } from '../../ui/setting.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsWords } from './settings.words.ts'

const minLength = 12

function PasswordForm({ onDone }: { onDone(): void }) {
  const t = useWords(settingsWords).password
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [endsOthers, setEndsOthers] = useState(true)
  const change = useMutation({
    mutationFn: () =>
      client.account.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: endsOthers },
      }),
    onSuccess: async () => {
      showToast({ icon: 'check', text: endsOthers ? t.changedAll : t.changed })
      onDone()
      await reread(['account', 'listSessions'])
    },
  })
  const isWrong = hasCode(change.error, 'auth.invalid_current_password', 'auth.invalid_credentials')
  const fault = change.error ? faultText(change.error) : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <PasswordField
        label={t.current}
        words={t}
        required
        autoComplete="current-password"
        value={currentPassword}
        fault={isWrong ? fault : undefined}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <PasswordField
        label={t.next}
        words={t}
        required
        minLength={minLength}
        maxLength={256}
        autoComplete="new-password"
        value={newPassword}
        hint={t.hint}
        fault={isWrong ? undefined : fault}
        onChange={({ target }) => setNew(target.value)}
      />
      <label className="row">
        <input
          type="checkbox"
          checked={endsOthers}
          onChange={({ target }) => setEndsOthers(target.checked)}
        />
        {t.endOthers}
      </label>
      <Button kind="primary" type="submit" disabled={change.isPending}>
        {t.submit}
      </Button>
    </form>
  )
}

export default function PasswordPage() {
  const words = useWords(settingsWords)
  const t = words.password
  usePageTitle(words.pages.password)
  const [round, setRound] = useState(0)
  return (
    <>
      <PageBar title={words.pages.password} />
      <div className="scroll">
        <div className="page narrow">
          <SettingGroup title={t.title} text={t.text}>
            <PasswordForm key={round} onDone={() => setRound(round + 1)} />
          </SettingGroup>
        </div>
      </div>
    </>
  )
}
