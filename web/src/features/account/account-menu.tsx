import type { Command } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { useAccount } from './account.queries.ts'
import { accountWords } from './account.words.ts'
import { useAccountCommands } from './use-account-commands.ts'

const entryOf =
  (chosen: string) =>
  ({ id, title, icon, run }: Command): MenuEntry => ({
    id,
    label: title.replace(/^[^:]+ ?: /, ''),
    icon: icon as IconName,
    run,
    isChosen: id.endsWith(`-${chosen}`),
  })

/** The member's own menu at the foot of the navigation. */
export function AccountMenu() {
  const t = useWords(accountWords)
  const account = useAccount()
  const { choose, dress, light, leave, look } = useAccountCommands()
  const name = account?.member.name ?? ''
  return (
    <Menu
      trigger={
        <button type="button" className="nav-me" aria-label={t.menu(name)}>
          <Avatar name={name} size={22} />
          <span className="nav-word">{name}</span>
        </button>
      }
      groups={[
        { title: t.theme, entries: dress.map(entryOf(look.theme)) },
        { title: t.mode, entries: light.map(entryOf(look.mode)) },
        { title: t.language, entries: choose.map(entryOf(look.locale)) },
        { title: t.account, entries: [{ id: leave.id, label: leave.title, icon: 'out', run: leave.run }] },
      ]}
    />
  )
}
