export { createInstance } from './instance.slice.ts'
