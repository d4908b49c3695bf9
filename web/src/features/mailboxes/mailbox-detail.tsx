import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { longTime, number, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SettingRow } from '../../ui/setting.tsx'
import { Switch } from '../../ui/switch.tsx'
import { healthOf, type Lag } from './health.ts'
import { healthWords } from './health.words.ts'
import type { Mailbox } from './mailboxes.queries.ts'
import RemovalQuestion from './removal-question.tsx'
import { useMailboxActs } from './use-mailbox-acts.ts'

const periods = [7, 30, 92] as const

/** What went wrong, in plain words, what the server said, and what to do. */
function Trouble({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords(healthWords)
  const locale = useLook((look) => look.locale)
  const { lastError: error, status } = mailbox
  if (status === 'active' && !error) return null
  const kind = error?.kind as keyof typeof t.troubles | undefined
  const text = status === 'disconnected' ? t.isDisconnected : ((kind && t.troubles[kind]) ?? t.troubles.other)
  return (
    <section className="box-section">
      <div
        className="banner"
        data-tone={status === 'error' ? 'bad' : status === 'active' ? 'warn' : undefined}
      >
        <Icon name={status === 'disconnected' ? 'plug-off' : 'warning'} />
        <span>
          {text} {status === 'error' && t.safe}
        </span>
      </div>
      {error?.message && (
        <>
          <h3 className="over">{t.serverSaid}</h3>
          <p className="well mono server-said">
            {error.at && <span className="faint">{shortTime(error.at, locale)} </span>}
            {error.message}
          </p>
        </>
      )}
      {status !== 'active' && (
        <div className="btns">
          <Link
            className="btn primary"
            to="/connect"
            search={{ address: mailbox.address, provider: mailbox.provider }}
          >
            <Icon name="plug" />
            {t.reconnect}
          </Link>
        </div>
      )}
    </section>
  )
}

/** Each folder on the server beside its copy here. */
function Folders({ lag }: { lag: Lag }) {
  const t = useWords(healthWords)
  const locale = useLook((look) => look.locale)
  if (lag.folders.length === 0) return null
  return (
    <section className="box-section">
      <h2 className="head">{t.folders}</h2>
      <p className="hint">{t.foldersText}</p>
      <table className="folder-lag num xs">
        <thead>
          <tr>
            <th scope="col">{t.folder}</th>
            <th scope="col">{t.onServer}</th>
            <th scope="col">{t.here}</th>
            <th scope="col">{t.lastUid}</th>
          </tr>
        </thead>
        <tbody>
          {lag.folders.map((folder) => (
            <tr
              key={folder.key}
              data-behind={folder.serverMessages > folder.mirroredMessages ? 'yes' : undefined}
            >
              <th scope="row">{folder.name}</th>
              <td>{number(folder.serverMessages, locale)}</td>
              <td>{number(folder.mirroredMessages, locale)}</td>
              <td>
                {folder.lastServerUid ?? '–'} / {folder.lastMirroredUid ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Facts({ mailbox, lag }: { mailbox: Mailbox; lag: Lag | undefined }) {
  const t = useWords(healthWords)
  const locale = useLook((look) => look.locale)
  const facts: [string, string][] = [
    [t.facts.messages, number(mailbox.messageCount, locale)],
    [t.facts.checked, lag?.lastDeltaAt ? longTime(lag.lastDeltaAt, locale) : t.never],
    [t.facts.newest, lag?.lastReceivedAt ? longTime(lag.lastReceivedAt, locale) : t.never],
    [t.facts.handled, lag?.lastProcessedAt ? longTime(lag.lastProcessedAt, locale) : t.never],
    ...(mailbox.backfill?.oldestSyncedAt
      ? ([[t.facts.oldest, longTime(mailbox.backfill.oldestSyncedAt, locale)]] as [string, string][])
      : []),
    [t.facts.connected, longTime(mailbox.connectedAt, locale)],
  ]
  return (
    <section className="box-section">
      <dl className="dl">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Controls({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords(healthWords)
  const acts = useMailboxActs()
  const { data } = useQuery(read(client.sending.readMailboxSwitch, { params: { id: mailbox.id } }))
  return (
    <section className="box-section">
      <SettingRow title={t.sending} text={t.sendingText}>
        <Switch
          label={t.sending}
          isOn={data?.enabled ?? false}
          isDisabled={!data}
          onChange={(isOn) => void acts.setSending(mailbox, isOn)}
        />
      </SettingRow>
      <SettingRow title={t.fullMirror} text={t.fullMirrorText}>
        <Switch
          label={t.fullMirror}
          isOn={mailbox.syncMode === 'full'}
          onChange={(isOn) => void acts.setMode(mailbox, isOn ? 'full' : 'processing_only')}
        />
      </SettingRow>
    </section>
  )
}

export default function MailboxDetail({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords(healthWords)
  const acts = useMailboxActs()
  const [asked, setAsked] = useState<'disconnect' | 'remove'>()
  const { data: lag } = useQuery(read(client.mailboxes.lag, { params: { id: mailbox.id } }))
  const isActive = mailbox.status === 'active'
  const confirm = (what: 'disconnect' | 'remove') => {
    setAsked(undefined)
    void acts[what](mailbox)
  }
  return (
    <section className="box-detail" aria-label={mailbox.address}>
      <header>
        <h2 className="box-title">{mailbox.address}</h2>
        <p className="muted">{t.sentences[healthOf(mailbox, lag)]}</p>
        {isActive && (
          <div className="btns">
            <Button icon="again" keys="s" onClick={() => void acts.syncNow(mailbox)}>
              {t.syncNow}
            </Button>
            <Menu
              trigger={
                <button type="button" className="btn">
                  {t.resync}
                  <Icon name="down" size={12} />
                </button>
              }
              groups={[
                {
                  entries: periods.map((days) => ({
                    id: String(days),
                    label: t.lastDays(days),
                    run: () => void acts.resync(mailbox, days),
                  })),
                },
              ]}
            />
            <Link
              className="btn"
              to="/connect"
              search={{ address: mailbox.address, provider: mailbox.provider }}
            >
              {t.edit}
            </Link>
          </div>
        )}
      </header>
      <Trouble mailbox={mailbox} />
      <Facts mailbox={mailbox} lag={lag} />
      <Controls mailbox={mailbox} />
      {lag && <Folders lag={lag} />}
      <section className="box-section btns">
        {mailbox.status !== 'disconnected' && (
          <Button kind="danger" icon="plug-off" onClick={() => setAsked('disconnect')}>
            {t.disconnect}
          </Button>
        )}
        <Button kind="danger" icon="bin" onClick={() => setAsked('remove')}>
          {t.remove}
        </Button>
      </section>
      {asked && (
        <RemovalQuestion
          mailbox={mailbox}
          what={asked}
          onYes={() => confirm(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
