import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { openChannel, useChannel } from '../api/live.ts'
import { useAccount, useSettledLook } from '../features/account/index.ts'
import { AssistantDock } from '../features/assistant/index.ts'
import { ComposeDock } from '../features/sending/index.ts'
import { useWords } from '../lib/words/words.ts'
import { Icon } from '../ui/icon.tsx'
import { TypedAhead } from '../ui/typed-ahead-field.tsx'
import { appWords } from './app.words.ts'
import { Navigation } from './navigation.tsx'
import { PhoneTabs } from './phone-tabs.tsx'
import { useAppCommands } from './use-app-commands.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeySheet = lazy(() => import('./key-sheet.tsx'))

/** Says so when the service is away, and nothing while a connection is merely opened. */
function OfflineBanner() {
  const t = useWords(appWords)
  const isLost = useChannel((channel) => channel.wasLost && !channel.isConnected)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isLost), isLost ? 2_000 : 0)
    return () => clearTimeout(timer)
  }, [isLost])
  if (!isShown) return null
  return (
    <div className="banner flat" data-tone="warn" role="status">
      <Icon name="plug-off" />
      {t.offline}
    </div>
  )
}

type Sheet = 'palette' | 'keys' | 'navigation'

/** Navigation, the page, and what lies over it. */
export function Shell() {
  const t = useWords(appWords)
  useSettledLook()
  const memberId = useAccount()?.member.id
  useEffect(openChannel, [])
  const [sheet, setSheet] = useState<Sheet>()
  useAppCommands({ openPalette: () => setSheet('palette'), openKeys: () => setSheet('keys') })
  const close = () => setSheet(undefined)
  return (
    <div className="app" data-navigation={sheet === 'navigation' ? 'open' : undefined}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Navigation
        onSearch={() => setSheet('palette')}
        onKeys={() => setSheet('keys')}
        onLeave={() => setSheet((open) => (open === 'navigation' ? undefined : open))}
      />
      <main className="main" id="content" tabIndex={-1}>
        <OfflineBanner />
        <Outlet />
      </main>
      <PhoneTabs
        isMoreOpen={sheet === 'navigation'}
        onMore={() => setSheet(sheet ? undefined : 'navigation')}
      />
      {memberId && <ComposeDock memberId={memberId} />}
      <AssistantDock />
      <Suspense fallback={sheet === 'palette' && <TypedAhead />}>
        {sheet === 'palette' && <Palette onClose={close} />}
        {sheet === 'keys' && <KeySheet onClose={close} />}
      </Suspense>
    </div>
  )
}
