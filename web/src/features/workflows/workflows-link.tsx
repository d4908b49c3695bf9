import { Link } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { workflowsLinkWords } from './workflows-link.words.ts'

/** Its row in the navigation. */
export function WorkflowsLink() {
  const t = useWords(workflowsLinkWords)
  return (
    <Link className="nav-row" to="/workflows" activeProps={{ 'aria-current': 'page' }} title={t.title}>
      <Icon name="flow" />
      <span className="nav-word">{t.title}</span>
    </Link>
  )
}
