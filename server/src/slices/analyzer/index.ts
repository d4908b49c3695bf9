export { createAnalyzer } from './analyzer.slice.ts'
export type { AnalyzerPorts } from './ports.ts'
