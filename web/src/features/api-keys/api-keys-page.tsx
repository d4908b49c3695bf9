import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { useAccount } from '../account/index.ts'
import { apiKeyWords } from './api-keys.words.ts'
import CreateKey from './create-key.tsx'
import './api-keys.css'

type Key = Awaited<ReturnType<typeof client.apiKeys.list>>['keys'][number]

const isExpired = ({ expiresAt }: Key) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

function KeyState({ apiKey }: { apiKey: Key }) {
  const t = useWords(apiKeyWords)
  if (apiKey.revokedAt)
    return (
      <StateTag icon="cancelled" tone="idle">
        {t.revoked}
      </StateTag>
    )
  if (isExpired(apiKey))
    return (
      <StateTag icon="expired" tone="idle">
        {t.expired}
      </StateTag>
    )
  return (
    <StateTag icon="ok" tone="good" isPlain>
      {t.active}
    </StateTag>
  )
}

type RowProps = { apiKey: Key; isForeign: boolean; onRevoke(): void }

function KeyRow({ apiKey, isForeign, onRevoke }: RowProps) {
  const t = useWords(apiKeyWords)
  const locale = useLook((look) => look.locale)
  const isUsable = !apiKey.revokedAt && !isExpired(apiKey)
  const facts = [
    isForeign && apiKey.memberEmail,
    apiKey.lastUsedAt ? t.lastUsed(shortTime(apiKey.lastUsedAt, locale)) : t.neverUsed,
    isUsable && (apiKey.expiresAt ? t.expires(shortTime(apiKey.expiresAt, locale)) : t.neverExpires),
  ].filter(Boolean)
  return (
    <li className="line-row key-row">
      <Icon name="key" size={20} />
      <div className="grow">
        <b>{apiKey.name}</b> <span className="mono faint">{apiKey.prefix}…</span>
        <p className="xs muted">{facts.join(' · ')}</p>
        <p className="key-tags">
          {apiKey.scopes.map((scope) => (
            <span key={scope} className="tag line mono">
              {scope}
            </span>
          ))}
        </p>
      </div>
      <KeyState apiKey={apiKey} />
      {isUsable && (
        <Button size="small" kind="danger" aria-label={t.revokeOne(apiKey.name)} onClick={onRevoke}>
          {t.revoke}
        </Button>
      )}
    </li>
  )
}

/** Keys with which other programs use the product in the member's name. */
export default function ApiKeysPage() {
  const t = useWords(apiKeyWords)
  usePageTitle(t.title)
  const member = useAccount()?.member
  const query = useQuery(read(client.apiKeys.list, {}))
  const keys = query.data?.keys ?? []
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  const revoke = async (key: Key) => {
    setRevoking(undefined)
    await attempt(client.apiKeys.revoke({ params: { id: key.id } }), t.revokedNow(key.name))
    await reread(['apiKeys'])
  }
  const create = () => setIsCreating(true)
  useCommands([{ id: 'key-create', title: t.create, group: t.title, keys: ['n'], icon: 'plus', run: create }])
  const createButton = (
    <Button kind="primary" icon="plus" keys="n" onClick={create}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageBar title={t.title}>{keys.length > 0 && createButton}</PageBar>
      <div className="scroll">
        <PageList
          read={query}
          isEmpty={keys.length === 0}
          empty={
            <Empty icon="key" title={t.none} text={t.noneText}>
              {createButton}
            </Empty>
          }
        >
          <div className="page narrow">
            <p className="page-lead">
              {t.lead}{' '}
              <a className="link" href="/docs" target="_blank" rel="noreferrer">
                {t.reference}
              </a>
            </p>
            <ul>
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  isForeign={key.memberId !== member?.id}
                  onRevoke={() => setRevoking(key)}
                />
              ))}
            </ul>
          </div>
        </PageList>
      </div>
      {isCreating && <CreateKey isAdmin={member?.role === 'admin'} onClose={() => setIsCreating(false)} />}
      {revoking && (
        <Confirm
          title={t.revokeTitle(revoking.name)}
          yes={t.revoke}
          no={t.cancel}
          onYes={() => void revoke(revoking)}
          onNo={() => setRevoking(undefined)}
        >
          <p>{t.revokeText}</p>
        </Confirm>
      )}
    </>
  )
}
