import type { Warning } from '../../engine/define-node.ts'

export type JudgeContext = { now: string; timeZone: string; warnings: Warning[] }
