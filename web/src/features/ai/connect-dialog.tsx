import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Provider, providers } from './ai.queries.ts'
import { aiWords } from './ai.words.ts'
import { useSave } from './use-save.ts'

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Connects a provider, or a server of one's own. */
export function ConnectDialog({ onClose }: { onClose(): void }) {
  const t = useWords(aiWords)
  const save = useSave()
  const [provider, setProvider] = useState<Provider>('anthropic')
  const [given, setGiven] = useState({ label: '', apiKey: '', baseUrl: '', models: '' })
  const [isKeyless, setIsKeyless] = useState(false)
  const isOwn = provider === 'openai_compatible'
  const needsKey = !(isOwn && isKeyless)
  useCommands([], { isModal: true })
  const change = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  })
  const connect = async () => {
    const models = namesIn(given.models)
    const body = {
      provider,
      label: given.label.trim() || t.providers[provider],
      ...(needsKey ? { apiKey: given.apiKey } : { withoutApiKey: true }),
      ...(given.baseUrl.trim() && { baseUrl: given.baseUrl.trim() }),
      ...(models.length > 0 && { enabledModels: models }),
    }
    if (await save(client.ai.create({ body }))) onClose()
  }
  return (
    <Dialog title={t.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void connect()
        }}
      >
        <div className="body ai-fields">
          <Select<Provider>
            label={t.provider}
            value={provider}
            choices={providers.map((value) => ({ value, label: t.providers[value] }))}
            onChange={setProvider}
          />
          <Field label={t.label} placeholder={t.providers[provider]} maxLength={80} {...change('label')} />
          {isOwn && (
            <Field label={t.baseUrl} hint={t.baseUrlHint} type="url" required {...change('baseUrl')} />
          )}
          {isOwn && (
            <label className="choice">
              <input
                type="checkbox"
                checked={isKeyless}
                onChange={({ target }) => setIsKeyless(target.checked)}
              />
              {t.without}
            </label>
          )}
          {needsKey && (
            <PasswordField
              label={t.apiKey}
              hint={t.apiKeyHint}
              words={t}
              autoComplete="off"
              required
              {...change('apiKey')}
            />
          )}
          <Field label={t.models} hint={t.modelsHint} {...change('models')} />
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
