export { createEvaluation } from './evaluation.slice.ts'
export type { Classifier, EvaluationPorts } from './ports.ts'
export { findExamples } from './reference/few-shot.ts'
