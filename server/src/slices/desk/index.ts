export { createDesk } from './desk.slice.ts'
export type { DeskPorts } from './ports.ts'
