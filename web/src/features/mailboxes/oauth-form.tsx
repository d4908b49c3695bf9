import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { ConnectFault } from './connect-fault.tsx'
import { mailboxWords } from './mailboxes.words.ts'

const starts = { Google: client.mailboxSetup.startGoogle, Microsoft: client.mailboxSetup.startMicrosoft }

/** Leads to the consent page of the provider. */
export function OAuthForm({ provider }: { provider: keyof typeof starts }) {
  const t = useWords(mailboxWords).connect
  const start = useMutation({
    mutationFn: () => starts[provider]({}),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="imap-form">
      {start.error && <ConnectFault error={start.error} />}
      <p className="muted">{t.oauthHint(provider)}</p>
      <div className="row">
        <Button kind="primary" size="large" disabled={start.isPending} onClick={() => start.mutate()}>
          {t.oauth(provider)}
        </Button>
      </div>
    </div>
  )
}
