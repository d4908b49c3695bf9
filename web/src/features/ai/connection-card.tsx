import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { type Connection, limitsQuery } from './ai.queries.ts'
import { aiWords } from './ai.words.ts'
import { useSave } from './use-save.ts'

type Tested = { isOk: boolean; text: string }

/** Asks a model for a word, and says how that went. */
function useTest(id: string) {
  const t = useWords(aiWords)
  const [tested, setTested] = useState<Tested | 'running'>()
  const test = async () => {
    setTested('running')
    try {
      const { ok, model, durationMs, error } = await client.ai.test({ params: { id }, body: {} })
      setTested({ isOk: ok, text: ok ? t.works(model ?? '', durationMs) : t.failed(error?.message ?? '') })
    } catch (error) {
      setTested({ isOk: false, text: t.failed(faultText(error)) })
    }
    void reread(['ai', 'limits'])
  }
  return { tested, test }
}

function Limits({ id }: { id: string }) {
  const t = useWords(aiWords)
  const save = useSave()
  const { data } = useQuery(limitsQuery(id))
  const [given, setGiven] = useState<{ atOnce?: string; perMinute?: string }>({})
  if (!data) return null
  const { atOnce = String(data.maxConcurrency), perMinute = String(data.maxPerMinute ?? '') } = given
  const limit = async () => {
    const maxPerMinute = perMinute === '' ? null : Number(perMinute)
    const body = { maxConcurrency: Number(atOnce), maxPerMinute }
    if (await save(client.ai.limit({ params: { id }, body }))) setGiven({})
  }
  return (
    <>
      {data.circuit.state !== 'closed' && (
        <StateTag icon="warning" tone="warn">
          {t.circuit(data.circuit.reason ?? '')}
        </StateTag>
      )}
      <form
        className="ai-limits"
        aria-label={t.limits}
        onSubmit={(event) => {
          event.preventDefault()
          void limit()
        }}
      >
        <Field
          label={t.atOnce}
          type="number"
          min={1}
          max={1000}
          required
          value={atOnce}
          onChange={({ target }) => setGiven({ ...given, atOnce: target.value })}
        />
        <Field
          label={t.perMinute}
          type="number"
          min={1}
          max={1_000_000}
          placeholder={t.noLimit}
          value={perMinute}
          onChange={({ target }) => setGiven({ ...given, perMinute: target.value })}
        />
        <Button type="submit" disabled={Object.keys(given).length === 0}>
          {t.save}
        </Button>
      </form>
    </>
  )
}

/** One connection: what it is, whether it works, how much it may do. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const t = useWords(aiWords)
  const save = useSave()
  const { id, label, provider, isDefault, baseUrl, apiKeyHint, enabledModels } = connection
  const { tested, test } = useTest(id)
  const [isRemoving, setIsRemoving] = useState(false)
  const name = t.providers[provider]
  const facts = [label === name ? '' : name, baseUrl, apiKeyHint, enabledModels?.join(', ') ?? t.allModels]
  return (
    <li className="sheet ai-connection">
      <div className="row wrap">
        <h3>{label}</h3>
        {isDefault && (
          <StateTag icon="check" tone="accent">
            {t.isDefault}
          </StateTag>
        )}
        <span className="push group">
          {!isDefault && (
            <Button
              size="small"
              onClick={() => void save(client.ai.configure({ body: { connectionId: id } }))}
            >
              {t.makeDefault}
            </Button>
          )}
          <Button size="small" icon="pulse" disabled={tested === 'running'} onClick={() => void test()}>
            {tested === 'running' ? t.testing : t.test}
          </Button>
          <Button size="small" kind="danger" onClick={() => setIsRemoving(true)}>
            {t.remove}
          </Button>
        </span>
      </div>
      <p className="xs muted">{facts.filter(Boolean).join(' · ')}</p>
      <div role="status">
        {tested && tested !== 'running' && (
          <StateTag icon={tested.isOk ? 'ok' : 'failed'} tone={tested.isOk ? 'good' : 'bad'}>
            {tested.text}
          </StateTag>
        )}
      </div>
      <Limits id={id} />
      {isRemoving && (
        <Confirm
          title={t.removeTitle(label)}
          yes={t.remove}
          no={t.cancel}
          onNo={() => setIsRemoving(false)}
          onYes={() => {
            setIsRemoving(false)
            void save(client.ai.remove({ params: { id } }))
          }}
        >
          {t.removeText}
        </Confirm>
      )}
    </li>
  )
}
