import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { useWords } from '../../lib/words/words.ts'
import { AreaField } from '../../ui/area-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SettingGroup } from '../../ui/setting.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsWords } from './settings.words.ts'

export type Scope = { mode: 'exclude' | 'include'; domains: string[]; emails: string[] }

const linesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The entries that the service refused, from the places that it names. */
function refusedEntries(error: unknown, scope: Scope): string[] {
  if (!(error instanceof ApiError)) return []
  const places = JSON.stringify(error.details ?? '').matchAll(/(domains|emails)\D{1,3}(\d+)/g)
  return [...places].flatMap(([, list, at]) => scope[list as 'domains' | 'emails'][Number(at)] ?? [])
}

const Modes = ({ mode, onChange }: { mode: Scope['mode']; onChange(mode: Scope['mode']): void }) => {
  const t = useWords(settingsWords).scope
  return (
    <fieldset className="radio-rows">
      <legend className="sr">{t.mode}</legend>
      {(['exclude', 'include'] as const).map((value) => (
        <label key={value} className="choice">
          <input type="radio" name="scope-mode" checked={mode === value} onChange={() => onChange(value)} />
          <span>
            <b>{t.modes[value]}</b>
            <span className="hint block">{t.modeTexts[value]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ScopeEditorProps = { known: Scope; note?: ReactNode; save(scope: Scope): Promise<unknown> }

/** Whose mail is handled: domains and addresses that are left out, or the only ones that are let in. */
export default function ScopeEditor({ known, note, save }: ScopeEditorProps) {
  const t = useWords(settingsWords).scope
  const [mode, setMode] = useState(known.mode)
  const [domains, setDomains] = useState(known.domains.join('\n'))
  const [emails, setEmails] = useState(known.emails.join('\n'))
  const scope = { mode, domains: linesOf(domains), emails: linesOf(emails) }
  const change = useMutation({
    mutationFn: save,
    onSuccess: () => showToast({ icon: 'check', text: t.saved }),
  })
  const refused = refusedEntries(change.error, scope)
  const isEmptyInclude = mode === 'include' && scope.domains.length + scope.emails.length === 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(scope)
      }}
    >
      {note}
      <SettingGroup title={t.mode} text={t.modeText}>
        <Modes mode={mode} onChange={setMode} />
      </SettingGroup>
      <SettingGroup title={t.senders} text={t.sendersText}>
        <div className="form">
          <AreaField
            label={t.domains}
            hint={t.domainsHint}
            rows={5}
            spellCheck={false}
            value={domains}
            onChange={({ target }) => setDomains(target.value)}
          />
          <AreaField
            label={t.emails}
            hint={t.emailsHint}
            rows={5}
            spellCheck={false}
            value={emails}
            onChange={({ target }) => setEmails(target.value)}
          />
          {isEmptyInclude && (
            <p className="banner" data-tone="warn">
              <Icon name="warning" />
              {t.emptyInclude}
            </p>
          )}
          {Boolean(change.error) && (
            <p className="hint bad" role="alert">
              <Icon name="warning" size={14} />
              <span>
                {faultText(change.error)} {refused.length > 0 && t.refused(refused.join(', '))}
              </span>
            </p>
          )}
          <Button kind="primary" type="submit" disabled={change.isPending}>
            {t.save}
          </Button>
        </div>
      </SettingGroup>
    </form>
  )
}
