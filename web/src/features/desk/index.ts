export { useDeskCount } from './desk.queries.ts'
export { deskRoutes } from './desk.routes.ts'
