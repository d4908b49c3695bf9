export { apiKeyRoutes } from './api-keys.routes.ts'
