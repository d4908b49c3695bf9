export { Brand } from './brand.tsx'
export { useBranding, useVersion } from './use-branding.ts'
