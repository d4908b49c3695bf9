import { useWords } from '../../lib/words/words.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { mailboxWords } from './mailboxes.words.ts'
import { type Server, type Servers, withSecurity } from './server-settings.ts'

type ServerRowProps = { kind: 'imap' | 'smtp'; server: Server; onChange(server: Server): void }

function ServerRow({ kind, server, onChange }: ServerRowProps) {
  const t = useWords(mailboxWords).connect
  return (
    <div className="server-row">
      <Field
        label={kind === 'imap' ? t.imapHost : t.smtpHost}
        value={server.host}
        required
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...server, host: target.value.trim() })}
      />
      <Field
        label={t.port}
        type="number"
        min={1}
        max={65535}
        required
        value={server.port}
        onChange={({ target }) => onChange({ ...server, port: Number(target.value) })}
      />
      <div className="field">
        <span className="label">{t.security}</span>
        <Segmented
          label={t.security}
          value={server.secure ? 'tls' : 'startTls'}
          choices={[
            { value: 'tls', label: t.tls },
            { value: 'startTls', label: t.startTls },
          ]}
          onChange={(value) => onChange(withSecurity(kind, server, value === 'tls'))}
        />
      </div>
    </div>
  )
}

type ServerFieldsProps = { servers: Servers; onChange(servers: Servers): void }

export const ServerFields = ({ servers, onChange }: ServerFieldsProps) => (
  <>
    <ServerRow kind="imap" server={servers.imap} onChange={(imap) => onChange({ ...servers, imap })} />
    <ServerRow kind="smtp" server={servers.smtp} onChange={(smtp) => onChange({ ...servers, smtp })} />
  </>
)

/** The servers that were found, to be read rather than edited. */
export const FoundServers = ({ servers }: { servers: Servers }) => (
  <div className="well found-servers">
    {(['imap', 'smtp'] as const).map((kind) => (
      <div key={kind}>
        <Icon name="ok" className="good" />
        <b>{kind.toUpperCase()}</b>
        <span className="mono cut">
          {servers[kind].host}:{servers[kind].port}
        </span>
        <span className="muted">{servers[kind].secure ? 'TLS' : 'STARTTLS'}</span>
      </div>
    ))}
  </div>
)
