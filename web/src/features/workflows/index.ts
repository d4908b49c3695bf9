export { GraphDifference } from './difference/index.ts'
export { workflowRoutes } from './workflows.routes.ts'
export { WorkflowsLink } from './workflows-link.tsx'
