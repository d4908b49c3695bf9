import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { queryClient, read } from '../../api/read.ts'
import { useLook } from '../../lib/look.ts'
import { approvalPath } from '../../lib/next-path.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { accountQuery, LanguageSwitch } from '../account/index.ts'
import { Brand, useBranding, useVersion } from '../instance/index.ts'
import { authWords } from './auth.words.ts'
import { DeskScene } from './desk-scene.tsx'
import './auth.css'

/** Goes on to where the member wanted to be: a page, or the approval link that asked to sign in. */
function useGoOn() {
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/sign-in' })
  return () => {
    const approval = approvalPath(location.hash)
    if (approval) location.replace(approval)
    else void navigate({ to: next ?? '/', replace: true })
  }
}

function Greeting() {
  const t = useWords(authWords)
  const locale = useLook((look) => look.locale)
  const welcome = useBranding()?.login.welcome?.[locale]
  const hour = new Date().getHours()
  const greeting = hour < 12 ? t.morning : hour < 18 ? t.afternoon : t.evening
  return (
    <header>
      <h1>{greeting}</h1>
      <p className="muted">{welcome ?? t.ready}</p>
    </header>
  )
}

function SignInForm() {
  const t = useWords(authWords)
  const goOn = useGoOn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const setup = useQuery(read(client.auth.setupStatus, {}))
  const signIn = useMutation({
    mutationFn: () => client.auth.login({ body: { email, password } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: accountQuery.queryKey })
      goOn()
    },
  })
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <Greeting />
      {signIn.error && (
        <p className="banner" data-tone="bad" role="alert">
          <Icon name="warning" />
          {faultText(signIn.error)}
        </p>
      )}
      <Field
        label={t.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordField
        label={t.password}
        words={t}
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button kind="primary" size="large" type="submit" keys="Enter" disabled={signIn.isPending}>
        {signIn.isPending ? t.signingIn : t.signIn}
      </Button>
      <p className="hint">{setup.data?.required ? t.setupHint : t.invitedHint}</p>
    </form>
  )
}

export default function SignInPage() {
  const t = useWords(authWords)
  usePageTitle(t.pageTitles.signIn)
  const branding = useBranding()
  const version = useVersion()
  return (
    <div className="sign-in">
      <main>
        <div className="sign-in-top">
          <Brand />
          <LanguageSwitch />
        </div>
        <SignInForm />
        <footer className="sign-in-foot">
          <span className="cut">{location.host}</span>
          {branding?.supportUrl && (
            <a className="link" href={branding.supportUrl} rel="noreferrer">
              {t.help}
            </a>
          )}
          <span className="push">{branding?.poweredBy ?? (version && t.version(version))}</span>
        </footer>
      </main>
      <aside className="scene" aria-hidden="true">
        {branding?.login.image ? <img src={branding.login.image} alt="" /> : <DeskScene />}
      </aside>
    </div>
  )
}
