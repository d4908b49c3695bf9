import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read } from '../../api/read.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { AreaField } from '../../ui/area-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon, Mark } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { SettingGroup } from '../../ui/setting.tsx'
import { type BrandDraft, settingLines } from './branding-draft.ts'
import { contrast } from './contrast.ts'
import { instanceWords } from './instance.words.ts'
import './branding.css'

type Branding = Awaited<ReturnType<typeof client.instance.branding>>

const draftOf = ({ name, colors, logo, login }: Branding): BrandDraft => ({
  name,
  primary: colors.primary ?? '',
  onPrimary: colors.onPrimary ?? '',
  logoLight: logo.light ?? '',
  welcomeEn: login.welcome?.en ?? '',
  welcomeFr: login.welcome?.fr ?? '',
})

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value)
const readable = 4.5
const usual = { primary: '#1f4fb8', onPrimary: '#ffffff' }

/** The sign-in page and the head of the navigation with the brand. */
function Preview({ draft }: { draft: BrandDraft }) {
  const t = useWords(instanceWords).branding
  const locale = useLook((look) => look.locale)
  const colors = {
    ...(isColor(draft.primary) && { '--accent': draft.primary }),
    ...(isColor(draft.onPrimary) && { '--on-accent': draft.onPrimary }),
  }
  const welcome = (locale === 'fr' ? draft.welcomeFr : draft.welcomeEn) || t.welcomeUsual(draft.name)
  return (
    <div className="brand-preview" style={colors} role="img" aria-label={t.preview}>
      <div className="brand-nav">
        <span className="row">
          {draft.logoLight ? <img className="brand-logo" src={draft.logoLight} alt="" /> : <Mark />}
          <b className="cut">{draft.name}</b>
        </span>
        <i />
        <i />
        <i />
      </div>
      <div className="brand-page">
        <p className="brand-welcome">{welcome}</p>
        <i />
        <i />
        <span className="brand-button">{t.signIn}</span>
      </div>
    </div>
  )
}

function ColorField({
  label,
  value,
  usual,
  onChange,
}: {
  label: string
  value: string
  usual: string
  onChange(value: string): void
}) {
  const t = useWords(instanceWords).branding
  return (
    <div className="row brand-color">
      <Field
        label={label}
        value={value}
        placeholder={usual}
        pattern="#[0-9A-Fa-f]{6}"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <input
        type="color"
        aria-label={t.pick(label)}
        value={isColor(value) ? value : usual}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function Contrast({ draft }: { draft: BrandDraft }) {
  const t = useWords(instanceWords).branding
  if (!isColor(draft.primary) || !isColor(draft.onPrimary)) return null
  const ratio = contrast(draft.primary, draft.onPrimary)
  const isEnough = ratio >= readable
  return (
    <p className={isEnough ? 'hint row tight' : 'hint bad'}>
      <Icon name={isEnough ? 'ok' : 'warning'} size={14} />
      {isEnough ? t.readable(ratio.toFixed(1)) : t.unreadable(ratio.toFixed(1))}
    </p>
  )
}

function Editor({ known, preview }: { known: Branding; preview(draft: BrandDraft): ReactNode }) {
  const t = useWords(instanceWords).branding
  const [draft, setDraft] = useState(() => draftOf(known))
  const set = (field: keyof BrandDraft) => (value: string) => setDraft({ ...draft, [field]: value })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(known))
  return (
    <>
      {preview(draft)}
      <SettingGroup title={t.brand} text={t.brandText}>
        <div className="form">
          <Field label={t.name} value={draft.name} onChange={({ target }) => set('name')(target.value)} />
          <Field
            label={t.logo}
            type="url"
            value={draft.logoLight}
            hint={t.logoHint}
            onChange={({ target }) => set('logoLight')(target.value)}
          />
          <ColorField
            label={t.primary}
            value={draft.primary}
            usual={usual.primary}
            onChange={set('primary')}
          />
          <ColorField
            label={t.onPrimary}
            value={draft.onPrimary}
            usual={usual.onPrimary}
            onChange={set('onPrimary')}
          />
          <Contrast draft={draft} />
          <Field
            label={t.welcomeEn}
            value={draft.welcomeEn}
            onChange={({ target }) => set('welcomeEn')(target.value)}
          />
          <Field
            label={t.welcomeFr}
            value={draft.welcomeFr}
            onChange={({ target }) => set('welcomeFr')(target.value)}
          />
        </div>
      </SettingGroup>
      <SettingGroup title={t.settings} text={t.settingsText}>
        <AreaField
          label={isChanged ? t.linesNew : t.lines}
          className="area mono"
          rows={6}
          readOnly
          value={settingLines(draft)}
          onFocus={({ target }) => target.select()}
        />
      </SettingGroup>
    </>
  )
}

/** Name, logo and colours as they are, and a place to try others before they are set. */
export default function BrandingPage() {
  const t = useWords(instanceWords).branding
  usePageTitle(t.title)
  const query = useQuery(read(client.instance.branding, {}))
  return (
    <>
      <PageBar title={t.title} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          {query.data && (
            <div className="page narrow">
              <p className="page-lead">{t.lead}</p>
              <Editor known={query.data} preview={(draft) => <Preview draft={draft} />} />
            </div>
          )}
        </PageList>
      </div>
    </>
  )
}
