import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { apiKeyWords } from './api-keys.words.ts'
import { type Access, type Grants, type Resource, resources, scopesOf } from './scope-list.ts'

const maxScopes = 20
const accesses: Access[] = ['none', 'read', 'write', 'all']
const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

type ScopeTableProps = {
  shown: readonly Resource[]
  grants: Grants
  signals: boolean
  onGrants(grants: Grants): void
  onSignals(signals: boolean): void
}

/** What the key may do: a row for each part of the product. */
function ScopeTable({ shown, grants, signals, onGrants, onSignals }: ScopeTableProps) {
  const t = useWords(apiKeyWords)
  return (
    <div className="key-scopes">
      {shown.map((resource) => (
        <div className="setting" key={resource}>
          <div className="grow">
            <div>{t.resources[resource].name}</div>
            <p className="hint">{t.resources[resource].text}</p>
          </div>
          <Select
            label={t.accessTo(t.resources[resource].name)}
            isLabelHidden
            value={grants[resource] ?? 'none'}
            choices={accesses.map((value) => ({ value, label: t.access[value] }))}
            onChange={(access) => onGrants({ ...grants, [resource]: access })}
          />
        </div>
      ))}
      <label className="setting">
        <span className="grow">
          {t.signals}
          <span className="hint block">{t.signalsText}</span>
        </span>
        <input type="checkbox" checked={signals} onChange={({ target }) => onSignals(target.checked)} />
      </label>
    </div>
  )
}

function Created({ token, onClose }: { token: string; onClose(): void }) {
  const t = useWords(apiKeyWords)
  return (
    <>
      <div className="body form">
        <p className="banner" data-tone="warn">
          <Icon name="warning" />
          {t.once}
        </p>
        <CopyField label={t.token} value={token} words={t} />
        <p className="hint">{t.usage}</p>
      </div>
      <footer>
        <Button kind="primary" onClick={onClose}>
          {t.stored}
        </Button>
      </footer>
    </>
  )
}

/** Creates a key; its secret is shown once, and then never again. */
export default function CreateKey({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const t = useWords(apiKeyWords)
  useCommands([], { isModal: true })
  const [name, setName] = useState('')
  const [grants, setGrants] = useState<Grants>({})
  const [signals, setSignals] = useState(false)
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const scopes = scopesOf(grants, signals)
  const create = useMutation({
    mutationFn: () =>
      client.apiKeys.create({
        body: { name: name.trim(), scopes, ...(lifetime !== 'never' && { expiresInDays: Number(lifetime) }) },
      }),
    onSuccess: () => reread(['apiKeys']),
  })
  const isReady = name.trim() !== '' && scopes.length > 0 && scopes.length <= maxScopes
  return (
    <Dialog title={t.create} className="dialog key-dialog" onClose={onClose}>
      {create.data ? (
        <Created token={create.data.token} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate()
          }}
        >
          <div className="body form">
            <Field
              label={t.name}
              hint={t.nameHint}
              value={name}
              maxLength={120}
              required
              onChange={({ target }) => setName(target.value)}
            />
            <Select
              label={t.lifetime}
              value={lifetime}
              choices={lifetimes.map((value) => ({ value, label: t.lifetimes[value] }))}
              onChange={(value) => setLifetime(value)}
            />
            <div>
              <p className="label">{t.scopes}</p>
              <p className="hint">{t.scopesHint}</p>
            </div>
            <ScopeTable
              shown={resources.filter((one) => one !== 'admin' || isAdmin)}
              grants={grants}
              signals={signals}
              onGrants={setGrants}
              onSignals={setSignals}
            />
            {Boolean(create.error) && (
              <p className="hint bad" role="alert">
                <Icon name="warning" size={14} />
                {faultText(create.error)}
              </p>
            )}
          </div>
          <footer>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" disabled={!isReady || create.isPending}>
              {t.submit}
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  )
}
