import type { Warning } from '../../engine/define-node.ts'

export type EvaluationContext = { now: string; timeZone: string; warnings: Warning[] }
