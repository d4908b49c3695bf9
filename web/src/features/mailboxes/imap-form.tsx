import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { appPasswordHelp } from './app-passwords.ts'
import { ConnectFault } from './connect-fault.tsx'
import type { ConnectSearch } from './connect-search.ts'
import { mailboxWords } from './mailboxes.words.ts'
import { FoundServers, ServerFields } from './server-fields.tsx'
import { defaultServers, type Servers } from './server-settings.ts'
import { useDetectedServers } from './use-detected-servers.ts'

type Account = { address: string; password: string; username: string; trustsCertificate: boolean }

function useConnect() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ address, password, username, trustsCertificate, imap, smtp }: Account & Servers) =>
      client.mailboxes.connectImap({
        body: {
          address,
          password,
          ...(username && { username }),
          ...(trustsCertificate && { allowInvalidCertificate: true }),
          imapHost: imap.host,
          imapPort: imap.port,
          imapSecure: imap.secure,
          smtpHost: smtp.host,
          smtpPort: smtp.port,
          smtpSecure: smtp.secure,
        },
      }),
    onSuccess: async ({ mailboxId }) => {
      await reread(['mailboxes'], ['folders'], ['threads'])
      await navigate({ to: '/connect/$mailboxId', params: { mailboxId } })
    },
  })
}

function AppPasswordHint({ hosts }: { hosts: (string | undefined)[] }) {
  const t = useWords(mailboxWords).connect
  const help = appPasswordHelp(...hosts)
  if (!help) return null
  return (
    <>
      {t.appPassword(help.name)}{' '}
      <a className="link" href={help.url} target="_blank" rel="noreferrer">
        {t.appPasswordLink}
      </a>
    </>
  )
}

/** Address and password; the servers are found, or entered by hand. */
export function ImapForm() {
  const t = useWords(mailboxWords).connect
  // The address of a mailbox to be connected again.
  const { address = '' } = useSearch({ strict: false }) as ConnectSearch
  const [account, setAccount] = useState<Account>({
    address,
    password: '',
    username: '',
    trustsCertificate: false,
  })
  const [byHand, setByHand] = useState<Servers>()
  const { servers: found, isSearching, isUnknown } = useDetectedServers(account.address)
  const connect = useConnect()
  const shown = byHand ?? (isUnknown ? defaultServers : undefined)
  const servers = shown ?? found
  const change = (field: 'address' | 'password' | 'username') => ({
    value: account[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setAccount({ ...account, [field]: target.value }),
  })
  return (
    <form
      className="imap-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (servers) connect.mutate({ ...account, ...servers })
        else setByHand(defaultServers)
      }}
    >
      {Boolean(connect.error) && <ConnectFault error={connect.error} />}
      <Field label={t.address} type="email" autoComplete="email" required {...change('address')} />
      <PasswordField
        label={t.password}
        words={t}
        autoComplete="off"
        required
        hint={<AppPasswordHint hosts={[account.address, found?.imap.host]} />}
        {...change('password')}
      />
      <div aria-live="polite">
        {isSearching && <p className="hint">{t.searching}</p>}
        {isUnknown && !byHand && <p className="hint">{t.notFound}</p>}
        {!shown && found && !isSearching && <FoundServers servers={found} />}
      </div>
      {shown && (
        <>
          <ServerFields servers={shown} onChange={setByHand} />
          <Field label={t.username} hint={t.usernameHint} autoComplete="off" {...change('username')} />
          <label className="row certificate">
            <input
              type="checkbox"
              checked={account.trustsCertificate}
              onChange={({ target }) => setAccount({ ...account, trustsCertificate: target.checked })}
            />
            {t.trustCertificate}
          </label>
        </>
      )}
      <div className="row wrap">
        <Button kind="primary" size="large" type="submit" keys="Enter" disabled={connect.isPending}>
          {connect.isPending ? t.trying : t.submit}
        </Button>
        {!shown && (
          <Button kind="quiet" onClick={() => setByHand(found ?? defaultServers)}>
            {t.byHand}
          </Button>
        )}
        {byHand && found && (
          <Button kind="quiet" onClick={() => setByHand(undefined)}>
            {t.byAddress}
          </Button>
        )}
      </div>
    </form>
  )
}
