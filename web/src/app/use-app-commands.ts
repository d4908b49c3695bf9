import { useNavigate } from '@tanstack/react-router'
import { useAccountCommands } from '../features/account/index.ts'
import { systemFolders, useFolderNames } from '../features/messages/index.ts'
import { openCompose, useOutboxCommand } from '../features/sending/index.ts'
import { type Command, useCommands } from '../lib/keyboard/commands.ts'
import { useWords } from '../lib/words/words.ts'
import { runToastAction } from '../ui/toasts.tsx'
import { appWords } from './app.words.ts'
import { useAroundPlaces } from './use-around-places.ts'

type Openers = { openPalette(): void; openKeys(): void }

const keysOfFolder: Record<string, string> = {
  inbox: 'g i',
  starred: 'g s',
  sent: 'g t',
  drafts: 'g r',
  archive: 'g e',
  all: 'g a',
}

/** What works on every page of the shell. */
export function useAppCommands({ openPalette, openKeys }: Openers) {
  const t = useWords(appWords)
  const names = useFolderNames()
  const navigate = useNavigate()
  const { choose, dress, light, leave } = useAccountCommands()
  const around = useAroundPlaces()
  const places = systemFolders.map(
    ({ key, icon }): Command => ({
      id: `go-${key}`,
      title: names[key],
      group: t.goTo,
      icon,
      ...(keysOfFolder[key] && { keys: [keysOfFolder[key]] }),
      run: () => void navigate({ to: '/mail/$folder', params: { folder: key } }),
    }),
  )
  useCommands([
    {
      id: 'palette',
      title: t.search,
      group: t.everywhere,
      keys: ['mod+k'],
      icon: 'search',
      run: openPalette,
      whileTyping: true,
    },
    {
      id: 'compose',
      title: t.compose,
      group: t.everywhere,
      keys: ['c'],
      icon: 'compose',
      run: () => openCompose({}),
    },
    {
      id: 'undo',
      title: t.undo,
      group: t.everywhere,
      keys: ['z', 'mod+z'],
      icon: 'undo',
      run: () => void runToastAction(),
    },
    { id: 'keys', title: t.keys, group: t.everywhere, keys: ['?'], icon: 'keyboard', run: openKeys },
    {
      id: 'go-desk',
      title: t.desk,
      group: t.goTo,
      keys: ['g d'],
      icon: 'desk',
      run: () => void navigate({ to: '/desk' }),
    },
    {
      id: 'go-workflows',
      title: 'Workflows',
      group: t.goTo,
      keys: ['g w'],
      icon: 'flow',
      run: () => void navigate({ to: '/workflows' }),
    },
    ...places,
    ...around,
    useOutboxCommand(t.goTo),
    ...dress,
    ...light,
    ...choose,
    leave,
  ])
}
