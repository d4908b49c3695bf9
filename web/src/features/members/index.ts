export { AdministrationRow } from './administration-row.tsx'
export { adminRoute, memberRoutes } from './members.routes.ts'
