export { authRoutes } from './auth.routes.ts'
export { StepsPage } from './steps-page.tsx'
