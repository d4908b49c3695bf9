import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/state-tag.tsx'
import type { Step } from './executions.types.ts'
import type { Status } from './runs.search.ts'

export const runLooks: Record<Status, [IconName, Tone]> = {
  queued: ['queued', 'idle'],
  running: ['running', 'info'],
  waiting: ['waiting', 'warn'],
  succeeded: ['ok', 'good'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'idle'],
}

export const stepLooks: Record<Step['status'], [IconName, Tone]> = {
  queued: ['queued', 'idle'],
  running: ['running', 'info'],
  waiting: ['waiting', 'warn'],
  succeeded: ['ok', 'good'],
  failed: ['failed', 'bad'],
  skipped: ['skipped', 'idle'],
}

export const isOpen = (status: Status) => status === 'queued' || status === 'running' || status === 'waiting'
