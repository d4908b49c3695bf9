import { useEffect } from 'react'
import { applyLook } from '../../lib/look.ts'
import { useAccount } from './account.queries.ts'

/** Follows language, theme and mode of the member's settings, also when they change elsewhere. */
export function useSettledLook() {
  const settings = useAccount()?.settings
  useEffect(() => {
    if (!settings) return
    const { locale, theme, themeName } = settings
    applyLook({
      ...(locale && { locale }),
      ...(theme && { mode: theme }),
      ...(themeName && { theme: themeName }),
    })
  }, [settings])
}
