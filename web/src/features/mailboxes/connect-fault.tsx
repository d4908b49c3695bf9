import { ApiError } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { mailboxWords } from './mailboxes.words.ts'

type Advice = keyof (typeof mailboxWords)['en']['advice']

const adviceByCode: Record<string, Advice> = {
  'imap.host_not_found': 'hostNotFound',
  'smtp.host_not_found': 'hostNotFound',
  'imap.unreachable': 'unreachable',
  'smtp.unreachable': 'unreachable',
  'imap.tls_failed': 'tls',
  'smtp.tls_failed': 'tls',
  'imap.auth_failed': 'auth',
  'smtp.auth_failed': 'auth',
  'credentials.encryption_disabled': 'encryption',
}

/** Why the mailbox was not connected, and what to do. */
export function ConnectFault({ error }: { error: unknown }) {
  const t = useWords(mailboxWords)
  const advice = error instanceof ApiError ? adviceByCode[error.code] : undefined
  return (
    <div className="banner" data-tone="bad" role="alert">
      <Icon name="warning" />
      <span>
        <b>{faultText(error)}</b> {advice && t.advice[advice]}
      </span>
    </div>
  )
}
