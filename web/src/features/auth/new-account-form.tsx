import { type ReactNode, useState } from 'react'
import { faultText } from '../../api/fault-text.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { authWords } from './auth.words.ts'

export type NewAccount = { name: string; email: string; password: string }

type NewAccountFormProps = {
  asksEmail: boolean
  error: unknown
  isPending: boolean
  onSubmit(account: NewAccount): void
  note?: ReactNode
}

/** Name and password of somebody who has no account yet. */
export function NewAccountForm({ asksEmail, error, isPending, onSubmit, note }: NewAccountFormProps) {
  const t = useWords(authWords)
  const [account, setAccount] = useState<NewAccount>({ name: '', email: '', password: '' })
  const change = (field: keyof NewAccount) => ({
    value: account[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setAccount({ ...account, [field]: target.value }),
  })
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(account)
      }}
    >
      {Boolean(error) && (
        <p className="banner" data-tone="bad" role="alert">
          <Icon name="warning" />
          {faultText(error)}
        </p>
      )}
      <Field label={t.name} autoComplete="name" required maxLength={200} {...change('name')} />
      {asksEmail && (
        <Field label={t.email} type="email" autoComplete="username" required {...change('email')} />
      )}
      <PasswordField
        label={t.newPassword}
        words={t}
        aside={t.passwordRule}
        hint={t.passwordHint}
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        {...change('password')}
      />
      <div className="row">
        <Button kind="primary" size="large" type="submit" keys="Enter" disabled={isPending}>
          {isPending ? t.working : t.continue}
        </Button>
        {note}
      </div>
    </form>
  )
}
