export { Brand } from './brand.tsx'
export { instanceRoutes } from './instance.routes.ts'
export { useBranding, useVersion } from './use-branding.ts'
