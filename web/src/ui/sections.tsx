import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsPhone } from '../lib/use-is-phone.ts'
import { Icon, type IconName } from './icon.tsx'
import { BackContext } from './page-bar.tsx'

type SectionLink = { to: LinkProps['to']; label: string; icon: IconName; count?: number | undefined }
type SectionGroup = { title: string; links: readonly SectionLink[] }

type SectionsProps = {
  title: string
  /** The address of the list itself, which a phone shows as a page. */
  home: LinkProps['to']
  back: string
  isHome: boolean
  groups: readonly SectionGroup[]
  children: ReactNode
}

/** Pages beside their list. On a phone the list is a page of its own. */
export function Sections({ title, home, back, isHome, groups, children }: SectionsProps) {
  const isPhone = useIsPhone()
  const Title = isPhone && isHome ? 'h1' : 'p'
  return (
    <div className="sections" data-open={isHome ? undefined : 'yes'}>
      <nav className="sections-list" aria-label={title}>
        <Title className="sections-title">{title}</Title>
        {groups.map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            {group.links.map(({ to, label, icon, count }) => (
              <Link key={to} to={to ?? '/'} activeProps={{ 'aria-current': 'page' }}>
                <Icon name={icon} />
                <span className="cut">{label}</span>
                {Boolean(count) && <span className="push num faint">{count}</span>}
                <Icon name="right" className="only-phone" />
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <BackContext value={{ to: home, label: back }}>
        <div className="sections-page">{children}</div>
      </BackContext>
    </div>
  )
}
