export { createAssistant } from './assistant.slice.ts'
