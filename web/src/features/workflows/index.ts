export { useChosenStep } from './chosen-step.ts'
export { GraphDifference } from './difference/index.ts'
export { prefetchStudio, workflowRoutes } from './workflows.routes.ts'
export { WorkflowsLink } from './workflows-link.tsx'
