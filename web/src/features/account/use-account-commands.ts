import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/read.ts'
import type { Command } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { accountWords } from './account.words.ts'
import { changeLook } from './change-settings.ts'

const languages = { en: 'English', fr: 'Français' } as const
const themes = { classic: 'Classic', meridian: 'Meridian', atelier: 'Atelier' } as const
const modeIcons = { light: 'sun', dark: 'moon', system: 'screen' } as const

const entriesOf = <T extends object>(record: T) => Object.entries(record) as [keyof T, T[keyof T]][]

/** Language, theme, appearance, and signing out. */
export function useAccountCommands() {
  const t = useWords(accountWords)
  const look = useLook()
  const navigate = useNavigate()
  const signOut = async () => {
    await client.auth.logout({}).catch(() => undefined)
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  }
  const group = t.account
  const choose = entriesOf(languages).map(
    ([locale, name]): Command => ({
      id: `language-${locale}`,
      title: t.languageIs(name),
      group,
      icon: 'globe',
      run: () => void changeLook({ locale }),
    }),
  )
  const dress = entriesOf(themes).map(
    ([theme, name]): Command => ({
      id: `theme-${theme}`,
      title: t.themeIs(name),
      group,
      icon: 'palette',
      run: () => void changeLook({ theme }),
    }),
  )
  const light = entriesOf(modeIcons).map(
    ([mode, icon]): Command => ({
      id: `mode-${mode}`,
      title: t.modeIs(t.modes[mode]),
      group,
      icon,
      run: () => void changeLook({ mode }),
    }),
  )
  const leave: Command = { id: 'sign-out', title: t.signOut, group, icon: 'out', run: () => void signOut() }
  return { choose, dress, light, leave, look }
}
