import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { StepsPage } from '../auth/index.ts'
import type { ConnectSearch } from './connect-search.ts'
import { ImapForm } from './imap-form.tsx'
import { mailboxWords } from './mailboxes.words.ts'
import { OAuthForm } from './oauth-form.tsx'
import './mailboxes.css'

const providers = ['IMAP', 'Google', 'Microsoft'] as const
type Provider = (typeof providers)[number]

function ProviderChoice({ value, onChange }: { value: Provider; onChange(value: Provider): void }) {
  const t = useWords(mailboxWords).connect
  return (
    <fieldset className="providers">
      <legend className="sr">{t.provider}</legend>
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          aria-pressed={provider === value}
          onClick={() => onChange(provider)}
        >
          <span>{provider}</span>
          <small>{provider === 'IMAP' ? t.anyServer : t.signInThere}</small>
        </button>
      ))}
    </fieldset>
  )
}

export default function ConnectPage() {
  const t = useWords(mailboxWords).connect
  usePageTitle(t.page)
  const known = useSearch({ strict: false }) as ConnectSearch
  const [provider, setProvider] = useState<Provider>(
    providers.find((one) => one.toLowerCase() === known.provider) ?? 'IMAP',
  )
  return (
    <StepsPage
      step="mailbox"
      title={t.title}
      lead={t.lead}
      promises={[t.found, t.checked, t.encrypted]}
      aside={
        <p className="later">
          <Link className="link" to="/mail/$folder" params={{ folder: 'inbox' }}>
            {t.later}
          </Link>
        </p>
      }
    >
      <div className="panel">
        <ProviderChoice value={provider} onChange={setProvider} />
        {provider === 'IMAP' ? <ImapForm /> : <OAuthForm key={provider} provider={provider} />}
      </div>
    </StepsPage>
  )
}
