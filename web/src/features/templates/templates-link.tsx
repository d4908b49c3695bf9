import { Link } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { templatesLinkWords } from './templates-link.words.ts'

/** Its row in the navigation. */
export function TemplatesLink() {
  const t = useWords(templatesLinkWords)
  return (
    <Link className="nav-row" to="/templates" activeProps={{ 'aria-current': 'page' }} title={t.title}>
      <Icon name="template" />
      <span className="nav-word">{t.title}</span>
    </Link>
  )
}
