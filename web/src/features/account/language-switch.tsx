import { applyLook, useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { accountWords } from './account.words.ts'

/** Changes the language before anybody is signed in. */
export function LanguageSwitch() {
  const t = useWords(accountWords)
  const locale = useLook((look) => look.locale)
  return (
    <Segmented
      label={t.language}
      value={locale}
      choices={[
        { value: 'en', label: 'English', lang: 'en' },
        { value: 'fr', label: 'Français', lang: 'fr' },
      ]}
      onChange={(value) => applyLook({ locale: value })}
    />
  )
}
