export { createAi } from './ai.slice.ts'
