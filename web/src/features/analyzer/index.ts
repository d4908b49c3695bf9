export { analyzerRoutes } from './analyzer.routes.ts'
export { AnalyzerRow } from './analyzer-row.tsx'
