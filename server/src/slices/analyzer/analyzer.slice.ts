import type { Slice } from '../../platform/slice.ts'
import { type AnalyzerDeps, analyzerJobs } from './analyzer.jobs.ts'
import { analyzerRoutes } from './analyzer.routes.ts'
import { purgeReports } from './analyzer.store.ts'

export const createAnalyzer = (deps: AnalyzerDeps): Slice => ({
  routes: analyzerRoutes(deps),
  ...analyzerJobs(deps),
  retention: [{ name: 'analyzer-reports', schedule: '50 3 * * *', run: purgeReports }],
})
