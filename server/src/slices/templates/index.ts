export { createTemplates } from './templates.slice.ts'
