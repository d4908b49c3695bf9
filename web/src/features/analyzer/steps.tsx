import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Proposal } from './analyzer.queries.ts'

const groupIcons: Record<string, IconName> = {
  trigger: 'bolt',
  mail: 'mail',
  ai: 'quill',
  human: 'hand',
  data: 'table',
  flow: 'branch',
  external: 'plug',
}

/** The steps of a proposed workflow from left to right: they are few, and in a line. */
export const Steps = ({ graph, label }: { graph: Proposal['graph']; label: string }) => (
  <ol className="analyzer-flow-steps" aria-label={label}>
    {graph.nodes.map(({ id, type, name }) => (
      <li key={id}>
        <Icon name={groupIcons[type.split('.')[0] ?? ''] ?? 'flow'} size={14} />
        <span>{name}</span>
      </li>
    ))}
  </ol>
)
