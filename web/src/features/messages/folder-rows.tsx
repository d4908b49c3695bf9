import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { number } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type Folder, foldersQuery, systemFolders, useFolderNames } from './folders.ts'

type RowProps = {
  folder: string
  icon: IconName
  name: string
  count: number
  depth?: number
  isCurrent: boolean
  mailbox: string | undefined
}

function Row({ folder, icon, name, count, depth = 0, isCurrent, mailbox }: RowProps) {
  const locale = useLook((look) => look.locale)
  return (
    <Link
      className="nav-row"
      to="/mail/$folder"
      params={{ folder }}
      search={mailbox ? { mailbox } : {}}
      aria-current={isCurrent ? 'page' : undefined}
      title={name}
      style={{ '--depth': depth }}
    >
      <Icon name={icon} />
      <span className="nav-word">{name}</span>
      {count > 0 && <span className="nav-end">{number(count, locale)}</span>}
    </Link>
  )
}

// What waits in these is shown; elsewhere a number of unread mails says nothing.
const counted = new Set(['inbox', 'spam'])

const countOf = ({ key, role, unreadCount, totalCount }: Folder) => {
  if (key === 'drafts') return totalCount
  return counted.has(key) || role === null ? unreadCount : 0
}

/** The folders in the navigation: those of one mailbox, or of all together. */
export function FolderRows({
  current,
  mailbox,
}: {
  current: string | undefined
  mailbox: string | undefined
}) {
  const names = useFolderNames()
  const folders = useQuery(foldersQuery(mailbox)).data?.folders ?? []
  const byKey = new Map(folders.map((folder) => [folder.key, folder]))
  const own = folders.filter(({ key }) => !(key in names))
  return (
    <>
      {systemFolders.map(({ key, icon }) => {
        const folder = byKey.get(key)
        return (
          <Row
            key={key}
            folder={key}
            icon={icon}
            name={names[key]}
            count={folder ? countOf(folder) : 0}
            isCurrent={current === key}
            mailbox={mailbox}
          />
        )
      })}
      {own.map((folder) => (
        <Row
          key={folder.key}
          folder={folder.key}
          icon="folder"
          name={folder.name ?? folder.label ?? folder.key}
          count={countOf(folder)}
          depth={folder.depth}
          isCurrent={current === folder.key}
          mailbox={mailbox}
        />
      ))}
    </>
  )
}
