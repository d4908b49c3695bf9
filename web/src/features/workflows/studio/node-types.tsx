import { createContext, useContext } from 'react'
import type { IconName } from '../../../ui/icon.tsx'
import type { NodeType } from './document/graph.types.ts'

export type Catalogue = ReadonlyMap<string, NodeType>

export const CatalogueContext = createContext<Catalogue>(new Map())
export const useCatalogue = () => useContext(CatalogueContext)

const icons: Record<string, IconName> = {
  'trigger.message': 'mail-in',
  'trigger.bounce': 'failed',
  'trigger.webhook': 'hook',
  'trigger.schedule': 'calendar',
  'trigger.manual': 'hand',
  'trigger.called': 'flow',
  'trigger.failed': 'warning',
  'flow.if': 'branch',
  'flow.switch': 'switch',
  'flow.filter': 'filter',
  'flow.merge': 'merge',
  'flow.loop': 'loop',
  'flow.set': 'braces',
  'flow.text': 'text',
  'flow.delay': 'clock',
  'flow.call': 'flow',
  'flow.stop': 'stop',
  'flow.fail': 'failed',
  'flow.note': 'note',
  'ai.classify': 'classify',
  'ai.extract': 'extract',
  'ai.compose': 'quill',
  'ai.summarise': 'summary',
  'ai.decide': 'scale',
  'mail.draft': 'draft',
  'mail.send': 'sent',
  'mail.reply': 'reply',
  'mail.forward': 'forward',
  'mail.label': 'label',
  'mail.move': 'folder-go',
  'mail.archive': 'archive',
  'mail.trash': 'bin',
  'mail.spam': 'junk',
  'mail.flag': 'star',
  'mail.read': 'eye',
  'mail.find': 'search',
  'mail.save_attachments': 'clip',
  'human.approval': 'approve',
  'human.notify': 'bell',
  'data.find': 'row-find',
  'data.insert': 'row-add',
  'data.update': 'row-edit',
  'data.upsert': 'row-edit',
  'data.delete': 'bin',
  'data.count': 'count',
  'data.seen_before': 'seen',
  'external.http': 'globe',
}

export const iconOf = (type: string): IconName => icons[type] ?? 'bolt'

/** What a step may do to the world; `none` needs no mark. */
export const effectIcons: Record<NodeType['effect'], IconName | undefined> = {
  none: undefined,
  mailbox: 'mail',
  table: 'table',
  human: 'person',
  sends: 'sent',
  external: 'globe',
}
