export { createAnalyzer } from './analyzer.slice.ts'
export type { AnalyzerPorts, TriggerCondition } from './ports.ts'
