import { type Look, useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting.tsx'
import { accountWords } from './account.words.ts'
import { changeLook } from './change-settings.ts'
import { settingsWords } from './settings.words.ts'

const themes = [
  ['classic', 'Classic'],
  ['meridian', 'Meridian'],
  ['atelier', 'Atelier'],
] as const

/** A page of the product in small, drawn with the tokens of a theme. */
const Miniature = ({ theme, mode }: { theme: string; mode: string }) => (
  <span className="miniature" data-theme={theme} data-mode={mode} aria-hidden="true">
    <span className="miniature-nav">
      <i />
      <i />
      <i />
    </span>
    <span className="miniature-page">
      <b />
      <i className="on" />
      <i />
      <i />
      <em />
    </span>
  </span>
)

function ThemeChoice({ chosen }: { chosen: Look['theme'] }) {
  const words = useWords(settingsWords)
  const t = words.appearance
  return (
    <fieldset className="theme-choice">
      <legend className="sr">{t.theme}</legend>
      {themes.map(([theme, name]) => (
        <label key={theme}>
          <span className="miniatures">
            <Miniature theme={theme} mode="light" />
            <Miniature theme={theme} mode="dark" />
          </span>
          <span className="row">
            <input
              type="radio"
              name="theme"
              checked={theme === chosen}
              onChange={() => void changeLook({ theme })}
            />
            <b>{name}</b>
          </span>
          <span className="hint">{t.themes[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}

export default function AppearancePage() {
  const words = useWords(settingsWords)
  const t = words.appearance
  const { modes } = useWords(accountWords)
  const { theme, mode, locale } = useLook()
  usePageTitle(words.pages.appearance)
  return (
    <>
      <PageBar title={words.pages.appearance} note={words.kept} />
      <div className="scroll">
        <div className="page narrow">
          <SettingGroup title={t.theme} text={t.themeText}>
            <ThemeChoice chosen={theme} />
          </SettingGroup>
          <SettingGroup title={t.mode} text={t.modeText}>
            <SettingRow title={t.mode}>
              <Segmented
                label={t.mode}
                value={mode}
                choices={(['light', 'dark', 'system'] as const).map((value) => ({
                  value,
                  label: modes[value],
                }))}
                onChange={(value) => void changeLook({ mode: value })}
              />
            </SettingRow>
          </SettingGroup>
          <SettingGroup title={t.language} text={t.languageText}>
            <SettingRow title={t.language}>
              <Segmented
                label={t.language}
                value={locale}
                choices={[
                  { value: 'en', label: 'English', lang: 'en' },
                  { value: 'fr', label: 'Français', lang: 'fr' },
                ]}
                onChange={(value) => void changeLook({ locale: value })}
              />
            </SettingRow>
          </SettingGroup>
        </div>
      </div>
    </>
  )
}
