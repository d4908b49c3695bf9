export { evaluationRoutes } from './evaluation.routes.ts'
export { EvaluationRow } from './evaluation-row.tsx'
